import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConflictError } from '@vitrine/client';
import { useRef, type ReactNode } from 'react';
import type { EndpointName } from '../api/endpoint-types.js';
import { Dialog } from './dialog.js';
import { DialogForm } from './dialog-form.js';
import { NOT_BLANK, textIn } from './form-fields.js';
import { newId } from './new-id.js';

type Props = {
  // "campaign"
  readonly noun: string;
  // What lists them.
  readonly list: EndpointName;
  readonly placeholder: string;
  readonly maxLength: number;
  // Creates it and leads to its page. The id is the same for all tries of a dialog with the same name: a try whose answer
  // was lost does not create a second one.
  readonly onCreate: (id: string, name: string) => Promise<unknown>;
};

type Tried = { readonly id: string; readonly name: string };

// Creates something that needs a name to begin with; everything else is chosen on its page.
export function CreateButton({ noun, list, placeholder, maxLength, onCreate }: Props): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  const tried = useRef<Tried>(undefined);
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (form: FormData) => {
      const name = textIn(form, 'name').trim();
      // Another name is another thing: the service refuses the old id for it.
      if (tried.current?.name !== name) tried.current = { id: newId(), name };
      return onCreate(tried.current.id, name);
    },
    onError: (thrown) => {
      // Somebody has changed what was made of it.
      if (thrown instanceof ConflictError && thrown.code === 'id_conflict') tried.current = undefined;
    },
  });
  const open = (): void => {
    tried.current = undefined;
    create.reset();
    dialog.open();
  };
  const close = (): void => {
    dialog.close();
    // It may have been made: then it stands in the list. Not before, as an empty list that fills takes its button with it,
    // and the dialog with what was typed.
    if (create.isError) void queryClient.invalidateQueries({ queryKey: [list] });
  };
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
        New {noun}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`New ${noun}`}>
        <DialogForm
          onSend={create.mutate}
          sending={create}
          label="Create"
          keptAs={`new ${noun}`}
          failureTitle={`The ${noun} was not created`}
          onCancel={close}
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
