import { recordActivity } from '../activity/queries.js';
import type { Deps } from '../db/db.js';
import { selectManagers } from '../identity/people-queries.js';
import type { MerchantId, WebhookId } from '../ids.js';
import type { Mailer } from '../mail/mail.js';
import { webhookStoppedMail } from '../mail/texts.js';
import { holdMerchant, selectMerchant } from '../merchants/queries.js';
import { failWaiting } from './delivery-queries.js';
import { lockWebhook, switchOff } from './queries.js';
import { hasFailedTooLong } from './retry-schedule.js';
import type { StoppedReason } from './sending-queries.js';

export type StopDeps = Deps & { readonly mail: Mailer | undefined; readonly baseUrl: string };

const PROBLEMS: Readonly<Record<StoppedReason, string>> = {
  gone: 'The receiver said that it is gone, and the webhook was switched off.',
  failing: 'Nothing but failure for days: the webhook was switched off.',
};

type Stop = {
  readonly reason: StoppedReason;
  // The address that gave the reason: if it has another one by now, that one goes on.
  readonly url: string;
};

// By the service itself: in the activity, and by mail to owners and admins where mail is set up. Once, whoever finds it first.
// The mails are the answer, to be sent when nobody waits for it any more.
export async function stopWebhook(
  { db, clock, mail, baseUrl }: StopDeps,
  merchantId: MerchantId,
  webhookId: WebhookId,
  { reason, url }: Stop,
): Promise<() => Promise<void>> {
  const at = new Date(clock.now()).toISOString();
  const stopped = await db.transaction(async (db) => {
    await holdMerchant(db, merchantId);
    const hook = await lockWebhook(db, merchantId, webhookId);
    if (hook === undefined || !hook.is_on || hook.url !== url) return undefined;
    // Somebody may have switched it off and on while the message was on its way: it begins anew then.
    if (reason === 'failing' && !hasFailedTooLong(hook.failing_since, clock.now())) return undefined;
    await switchOff(db, merchantId, webhookId, { reason, at });
    await failWaiting(db, merchantId, webhookId, PROBLEMS[reason]);
    const details = { webhookId, name: hook.name, stopped: reason };
    await recordActivity(db, { merchantId }, { kind: 'webhook.stopped', at, details });
    return hook;
  });
  return async () => {
    if (stopped === undefined || mail === undefined) return;
    const merchantName = (await selectMerchant(db, merchantId))?.name ?? '';
    for (const { email: to, name } of await selectManagers(db, merchantId)) {
      await mail.send(webhookStoppedMail({ to, name, baseUrl, merchantName, webhook: stopped.name, reason }));
    }
  };
}
