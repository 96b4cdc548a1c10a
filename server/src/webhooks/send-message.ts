import { WEBHOOK_ANSWER_CHARACTERS_KEPT } from '@vitrine/contract/console-limits';
import { signWebhook } from '@vitrine/contract/webhook-signature';
import { dataOf } from '../changes/list-changes.js';
import type { Clock } from '../clock.js';
import type { WebhookId } from '../ids.js';
import type { Outside } from '../outside/check-outside.js';
import { fetchOutside, type OutsideAnswer } from '../outside/fetch-outside.js';
import { OutsideError } from '../outside/outside-error.js';
import type { DueRow } from './sending-queries.js';
import { openWebhookSecret } from './webhook-secret.js';

export type SendDeps = {
  readonly outside: Outside;
  readonly clock: Clock;
  readonly secretKey: string;
  // How long a receiver may take.
  readonly answerMs: number;
};

// What became of one attempt. Without a status nothing was answered, and the problem says why.
export type Outcome = {
  readonly statusCode: number | null;
  readonly problem: string | null;
  readonly answer: string | null;
  // For how long the receiver wants to be left alone.
  readonly retryAfterMs: number | undefined;
};

export const isTaken = ({ statusCode }: Outcome): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

// By Standard Webhooks 1.0.0: id, time and body are signed, the body is `{type, timestamp, data}`. Undefined: the service
// stopped before an answer came.
export async function sendMessage(
  deps: SendDeps,
  webhookId: WebhookId,
  due: DueRow,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  try {
    const body = toBody(due);
    const signed = await signWebhook(secretsOf(deps, webhookId, due), {
      id: due.id,
      timestamp: Math.floor(deps.clock.now() / 1000),
      body,
    });
    const answer = await fetchOutside(deps.outside, {
      url: due.url,
      method: 'POST',
      headers: { ...signed, 'content-type': 'application/json', 'user-agent': 'Vitrine-Webhooks' },
      body: Buffer.from(body),
      httpsOnly: true,
      timeoutMs: deps.answerMs,
      bytesMax: Number.MAX_SAFE_INTEGER,
      signal,
    });
    return await toOutcome(answer, deps.clock);
  } catch (error) {
    if (signal.aborted) return undefined;
    return { statusCode: null, problem: problemOf(error), answer: null, retryAfterMs: undefined };
  }
}

export const toBody = ({ type, at, subject_id, data }: Pick<DueRow, 'type' | 'at' | 'subject_id' | 'data'>): string =>
  JSON.stringify({ type, timestamp: at, data: data ?? dataOf(type, subject_id ?? '') });

// The one before signs where it opens: after the loss of SECRET_KEY, a new secret is enough to go on.
function secretsOf({ secretKey }: SendDeps, webhookId: WebhookId, { secret, old_secret }: DueRow): string[] {
  const current = openWebhookSecret(secretKey, webhookId, secret);
  if (old_secret === null) return [current];
  try {
    return [current, openWebhookSecret(secretKey, webhookId, old_secret)];
  } catch {
    return [current];
  }
}

function problemOf(error: unknown): string {
  if (error instanceof OutsideError) return error.message;
  return 'The message could not be signed: the secret cannot be read. Make another one.';
}

async function toOutcome(answer: OutsideAnswer, clock: Clock): Promise<Outcome> {
  const { status, headers, isPublic } = answer;
  const beginning = await readBeginning(answer);
  const outcome = {
    statusCode: status,
    problem: null,
    // What stands in a private network is not for everybody who may make a webhook.
    answer: isPublic ? beginning : null,
    retryAfterMs: toRetryAfter(headers['retry-after'], clock),
  };
  return isTaken(outcome) ? outcome : { ...outcome, problem: refusalWords(status) };
}

function refusalWords(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver sends us on to another address (${status}), which is not followed.`;
  return `The receiver answered with ${status}.`;
}

// The status has come, and with it what counts: a body that breaks off is kept as far as it came.
async function readBeginning({ body }: OutsideAnswer): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= 4 * WEBHOOK_ANSWER_CHARACTERS_KEPT) break;
    }
  } catch {
    // as far as it came
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks)).replace(/[^\P{C}\n\t]/gu, ' ');
  return text.trim() === '' ? null : text.slice(0, WEBHOOK_ANSWER_CHARACTERS_KEPT).toWellFormed();
}

const SECONDS = /^\d{1,9}$/;
const IMF_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

// Seconds, or a moment as HTTP writes it (RFC 9110, 10.2.3). `Date.parse` alone finds a year in 3600.5.
export function toRetryAfter(text: string | undefined, clock: Clock): number | undefined {
  const given = text?.trim() ?? '';
  const ms = SECONDS.test(given) ? Number(given) * 1000 : IMF_DATE.test(given) ? Date.parse(given) - clock.now() : 0;
  return ms > 0 ? ms : undefined;
}
