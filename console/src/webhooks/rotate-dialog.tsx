import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { WEBHOOK_ROTATION_HOURS } from '@vitrine/contract/console-limits';
import type { Webhook } from '@vitrine/contract/webhooks';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { DialogForm } from '../ui/dialog-form.js';
import { MakingDialog } from '../ui/making-dialog.js';
import { NewSecret } from './new-secret.js';
import { useWebhooksChanged } from './use-webhooks.js';

type Props = { readonly webhook: Webhook; readonly onClose: () => void };

// Another secret; the old one signs too for a day, so that nothing stops.
export function RotateDialog({ webhook, onClose }: Props): ReactNode {
  const onChanged = useWebhooksChanged();
  const rotate = useMutation({
    mutationFn: () => call('rotateWebhookSecret', { params: { id: webhook.id } }),
    onSuccess: onChanged,
  });
  return (
    <MakingDialog
      title={`New secret for ${webhook.name}`}
      madeTitle="The new secret"
      making={rotate}
      form={
        <DialogForm onSend={() => rotate.mutate()} sending={rotate} label="Make a new secret" onCancel={onClose}>
          <Text size="sm">
            For {WEBHOOK_ROTATION_HOURS} hours messages are signed with both secrets, so that nothing stops. Put the new
            one into the other system within that time. After it, the old one (…{webhook.lastFour}) signs nothing.
          </Text>
        </DialogForm>
      }
      onClose={onClose}
    >
      {(made, close) => <NewSecret made={made} onClose={close} />}
    </MakingDialog>
  );
}
