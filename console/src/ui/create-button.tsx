import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { DialogForm } from './dialog-form.js';
import { NOT_BLANK, textIn } from './form-fields.js';
import { newId } from './new-id.js';

type Props = {
  // "campaign"
  readonly noun: string;
  readonly placeholder: string;
  readonly maxLength: number;
  // Creates it and leads to its page. The id is the same for all tries of a dialog: a try whose answer was lost does not
  // create a second one.
  readonly onCreate: (id: string, name: string) => Promise<unknown>;
};

// Creates something that needs a name to begin with; everything else is chosen on its page.
export function CreateButton({ noun, placeholder, maxLength, onCreate }: Props): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  const [id] = useState(newId);
  const create = useMutation({ mutationFn: (form: FormData) => onCreate(id, textIn(form, 'name').trim()) });
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
        New {noun}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={`New ${noun}`}>
        <DialogForm
          onSend={create.mutate}
          sending={create}
          label="Create"
          keptAs={`new ${noun}`}
          failureTitle={`The ${noun} was not created`}
          onCancel={dialog.close}
        >
          <TextInput
            name="name"
            label="Name"
            placeholder={placeholder}
            maxLength={maxLength}
            {...NOT_BLANK}
            data-autofocus
          />
        </DialogForm>
      </Dialog>
    </>
  );
}
