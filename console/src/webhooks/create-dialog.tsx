import { useMutation } from '@tanstack/react-query';
import { WEBHOOK_TYPES, type WebhookType } from '@vitrine/contract/change-types';
import type { CreateWebhookRequest, NewWebhook } from '@vitrine/contract/webhooks';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { DialogForm, type Sending } from '../ui/dialog-form.js';
import { textIn } from '../ui/form-fields.js';
import { useKeptPart } from '../ui/kept-drafts.js';
import { MakingDialog } from '../ui/making-dialog.js';
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
  return (
    <MakingDialog
      opened={opened}
      title="New webhook"
      madeTitle="Copy the secret now"
      making={create}
      form={<CreateForm create={create} />}
      onClose={(made) => {
        onClose();
        if (made !== undefined) onMade(made);
      }}
    >
      {(made, close) => <NewSecret made={made} onClose={close} />}
    </MakingDialog>
  );
}

function CreateForm({ create }: { readonly create: Sending<CreateWebhookRequest> }): ReactNode {
  const [types, setTypes] = useKeptPart<WebhookType[]>('new webhook', [...WEBHOOK_TYPES]);
  return (
    <DialogForm
      onSend={(form) => create.mutate({ name: textIn(form, 'name').trim(), url: textIn(form, 'url').trim(), types })}
      sending={create}
      label="Create webhook"
      keptAs="new webhook"
      failureTitle="The webhook was not created"
      disabled={types.length === 0}
    >
      <WebhookFields types={types} onTypes={setTypes} />
    </DialogForm>
  );
}
