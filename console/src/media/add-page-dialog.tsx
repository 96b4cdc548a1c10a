import { Alert, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PAGE_URL_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { MEDIA_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { Dialog } from '../ui/dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { textIn } from '../ui/form-fields.js';
import { newId } from '../ui/new-id.js';
import { notifyDone, notifyWarning } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { addToLibrary } from './library.js';
import { FRAMING_WARNINGS, useFraming } from './use-framing.js';

type Props = { readonly opened: boolean; readonly onClose: () => void };

export const AddPageDialog = ({ opened, onClose }: Props): ReactNode => (
  <Dialog opened={opened} onClose={onClose} title="Add a web page">
    <PageForm onClose={onClose} />
  </Dialog>
);

type PageInput = { readonly name: string; readonly url: string };

function PageForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const queryClient = useQueryClient();
  // Stays the same for as long as the form is open: sending twice adds once.
  const [id] = useState(newId);
  const [faults, setFaults] = useState<Partial<PageInput>>({});
  const framing = useFraming();
  const warning = framing.seen && FRAMING_WARNINGS[framing.seen.framing];
  const adding = useMutation({
    mutationFn: (page: PageInput) => call('addPage', { body: { id, ...page } }),
    onSuccess: (media, { url }) => {
      addToLibrary(queryClient, media);
      notifyDone(`“${media.name}” is in the library.`);
      // Who was quicker than the look at the page hears of it afterwards.
      if (framing.seen?.url !== url)
        void framing.find(url).then((found) => warnOf(media.name, FRAMING_WARNINGS[found]));
      onClose();
    },
  });
  const send = (form: FormData): void => {
    const page = { name: textIn(form, 'name').trim(), url: textIn(form, 'url').trim() };
    const found = faultsOf(page);
    setFaults(found);
    if (Object.keys(found).length === 0) adding.mutate(page);
  };
  return (
    <DialogForm
      onSend={send}
      sending={adding}
      label="Add"
      keptAs="new page"
      failureTitle="The page was not added"
      onCancel={onClose}
      noValidate
    >
      <TextInput
        name="url"
        type="url"
        label="Address"
        placeholder="https://example.com/menu"
        description="Screens load it whenever they show it."
        maxLength={PAGE_URL_CHARACTERS_MAX}
        error={faults.url}
        onBlur={({ currentTarget }) => {
          const url = currentTarget.value.trim();
          if (isAddress(url)) framing.look(url);
        }}
        required
        data-autofocus
      />
      <TextInput name="name" label="Name" maxLength={MEDIA_NAME_CHARACTERS_MAX} error={faults.name} required />
      {warning === undefined ? (
        <Quiet role="status">
          {framing.seen?.framing === 'allowed'
            ? 'This page lets itself be shown on screens.'
            : 'Some pages do not let themselves be shown inside of another one, as screens do it: banks, social networks and many shops. Their place stays empty on a screen, so look at one before you count on it.'}
        </Quiet>
      ) : (
        <Alert color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {warning}
        </Alert>
      )}
    </DialogForm>
  );
}

function warnOf(name: string, warning: string | undefined): void {
  if (warning !== undefined) notifyWarning(`“${name}”`, warning);
}

const HTTP = /^https?:\/\/\S+$/i;

const isAddress = (url: string): boolean => HTTP.test(url) && URL.canParse(url);

const faultsOf = ({ name, url }: PageInput): Partial<PageInput> => ({
  ...(!isAddress(url) && {
    url: 'Type a whole address that begins with https:// or http://.',
  }),
  ...(name === '' && { name: 'Give it a name that your colleagues recognise.' }),
});
