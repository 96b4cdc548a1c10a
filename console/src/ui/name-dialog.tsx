import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.js';
import { textIn } from './form-fields.js';

type Props = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly failureTitle: string;
  // The id is the same for all tries of a dialog: a try whose answer was lost does not make a second thing.
  readonly onCreate: (id: string, name: string) => Promise<unknown>;
};

// Makes something that needs a name to begin with; everything else is chosen on its page.
export function NameDialog(props: Props): ReactNode {
  const { opened, onClose, title, placeholder, maxLength, failureTitle, onCreate } = props;
  const [id, setId] = useState(() => crypto.randomUUID());
  const create = useMutation({
    mutationFn: (form: FormData) => onCreate(id, textIn(form, 'name').trim()),
    onSuccess: () => setId(crypto.randomUUID()),
  });
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(new FormData(event.currentTarget));
        }}
      >
        <Stack>
          <TextInput
            name="name"
            label="Name"
            placeholder={placeholder}
            maxLength={maxLength}
            pattern=".*\S.*"
            title="A name that is not blank"
            required
            withAsterisk={false}
            data-autofocus
          />
          {create.isError && <ErrorNotice failure={create.error} title={failureTitle} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Make it
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
