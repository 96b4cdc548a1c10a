import { useMutation } from '@tanstack/react-query';
import { WEBHOOK_TYPES, type WebhookType } from '@vitrine/contract/change-types';
import type { CreateWebhookRequest, NewWebhook } from '@vitrine/contract/webhooks';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { Dialog } from '../ui/dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { textIn } from '../ui/form-fields.js';
import { useKeptPart } from '../ui/kept-drafts.js';
import { NewSecret } from './new-secret.js';
import { useWebhooksChanged } from './use-webhooks.js';
import { WebhookFields } from './webhook-fields.js';

type Props = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: NewWebhook) => void;
};

export function CreateDialog({ opened, onClose, onMade }: Props): ReactNode {
  const onChanged = useWebhooksChanged();
  const create = useMutation({
    mutationFn: (body: CreateWebhookRequest) => call('createWebhook', { body }),
    onSuccess: onChanged,
  });
  const close = (): void => {
    const made = create.data;
    create.reset();
    onClose();
    if (made !== undefined) onMade(made);
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={create.data === undefined ? 'New webhook' : 'Copy the secret now'}
      size="lg"
    >
      {create.data === undefined ? (
        <CreateForm onCreate={create.mutate} sending={create} />
      ) : (
        <NewSecret made={create.data} onClose={close} />
      )}
    </Dialog>
  );
}

type FormProps = {
  readonly onCreate: (input: CreateWebhookRequest) => void;
  readonly sending: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
};

function CreateForm({ onCreate, sending }: FormProps): ReactNode {
  const [types, setTypes] = useKeptPart<WebhookType[]>('new webhook', [...WEBHOOK_TYPES]);
  return (
    <DialogForm
      onSend={(form) => onCreate({ name: textIn(form, 'name').trim(), url: textIn(form, 'url').trim(), types })}
      sending={sending}
      label="Create webhook"
      keptAs="new webhook"
      failureTitle="The webhook was not created"
      disabled={types.length === 0}
    >
      <WebhookFields types={types} onTypes={setTypes} />
    </DialogForm>
  );
}
