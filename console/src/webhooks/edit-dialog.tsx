import { Text } from '@mantine/core';
import { WEBHOOK_TYPES, type WebhookType } from '@vitrine/contract/change-types';
import type { UpdateWebhookRequest, Webhook } from '@vitrine/contract/webhooks';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { Dialog } from '../ui/dialog.js';
import { DraftForm, useDraftDialog } from '../ui/draft-form.js';
import { useDraft, useSaving } from '../ui/use-draft.js';
import { useWebhookSaved } from './use-webhooks.js';
import { WebhookFields } from './webhook-fields.js';
import { toldWords } from './webhook-state.js';

type Props = { readonly webhook: Webhook; readonly onClose: () => void };

export const EditDialog = ({ webhook, onClose }: Props): ReactNode => (
  <Dialog opened onClose={onClose} title={`Edit ${webhook.name}`} size="lg">
    <EditForm webhook={webhook} onClose={onClose} />
  </Dialog>
);

type Settings = { readonly name: string; readonly url: string; readonly types: readonly WebhookType[] };

const toSettings = ({ name, url, types }: Webhook): Settings => ({ name, url, types });
const toBody = ({ name, url, types }: Settings) => ({ name: name.trim(), url: url.trim(), types: [...types] });

// Of what an earlier page left, if it can be made out.
function unpack(packed: unknown): Settings | undefined {
  const { name, url, types }: Partial<Record<keyof Settings, unknown>> = Object(packed);
  if (typeof name !== 'string' || typeof url !== 'string' || !Array.isArray(types)) return undefined;
  return { name, url, types: WEBHOOK_TYPES.filter((type) => types.includes(type)) };
}

function EditForm({ webhook, onClose }: Props): ReactNode {
  const saving = useSaving(
    'getWebhook',
    (body: UpdateWebhookRequest) => call('updateWebhook', { params: { id: webhook.id }, body }),
    useWebhookSaved(),
  );
  const kept = { keptAs: `webhook ${webhook.id}`, unpack };
  const draft = useDraft({ item: webhook, toDraft: toSettings, toBody, saving, sendsChangesOnly: true, ...kept });
  useDraftDialog(draft, onClose);
  const { name, url, types } = draft.value;
  return (
    <DraftForm
      label="Settings of the webhook"
      what="this webhook"
      draft={draft}
      canSave={name.trim() !== '' && URL.canParse(url.trim()) && types.length > 0}
      theirs={
        <>
          <Text size="sm" mt="xs">
            Theirs: {summary(toSettings(webhook))}
          </Text>
          <Text size="sm">With yours: {summary({ ...toSettings(webhook), ...draft.changes })}</Text>
        </>
      }
    >
      <WebhookFields
        words={{ name, url }}
        onWords={draft.change}
        types={types}
        onTypes={(chosen) => draft.change({ types: chosen })}
      />
    </DraftForm>
  );
}

const summary = ({ name, url, types }: Settings): string =>
  [`“${name}”`, url, toldWords({ types: [...types] }).toLowerCase()].join(' · ');
