import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PAGE_URL_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import { MEDIA_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { textIn } from '../ui/form-fields.js';
import { notifyDone } from '../ui/notify.js';
import { addToLibrary } from './library.js';
import { checkPage, type PageFaults, type PageInput } from './check-page.js';

type Props = { readonly opened: boolean; readonly onClose: () => void };

export const AddPageDialog = ({ opened, onClose }: Props): ReactNode => (
  <Modal opened={opened} onClose={onClose} title="Add a web page" closeButtonProps={{ 'aria-label': 'Close' }}>
    <PageForm onClose={onClose} />
  </Modal>
);

function PageForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const queryClient = useQueryClient();
  // Stays the same for as long as the form is open: sending twice adds once.
  const [id] = useState(newId);
  const [faults, setFaults] = useState<PageFaults>({});
  const adding = useMutation({
    mutationFn: (page: PageInput) => call('addPage', { body: { id, ...page } }),
    onSuccess: (media) => {
      addToLibrary(queryClient, media);
      notifyDone(`“${media.name}” is in the library.`);
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const page = { name: textIn(form, 'name').trim(), url: textIn(form, 'url').trim() };
    const found = checkPage(page);
    setFaults(found);
    if (Object.keys(found).length === 0) adding.mutate(page);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          name="url"
          type="url"
          label="Address"
          placeholder="https://example.com/menu"
          description="Screens load it whenever they show it."
          maxLength={PAGE_URL_CHARACTERS_MAX}
          error={faults.url}
          required
          data-autofocus
        />
        <TextInput name="name" label="Name" maxLength={MEDIA_NAME_CHARACTERS_MAX} error={faults.name} required />
        {adding.isError && <ErrorNotice failure={adding.error} title="The page was not added" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={adding.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={adding.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

// randomUUID is there over https only.
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
