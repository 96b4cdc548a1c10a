import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { MailConfig } from '../config.js';
import type { Log } from '../log.js';
import { createTurnstile } from '../turnstile.js';
import type { Mail, MailCount, Mailer, MailOutcome } from './mail.js';

// Between the tries. A mail server that is being restarted is back within them; a link of half an hour is still good then.
const WAITS_MS = [2_000, 15_000] as const;
// Two at a time, as mail servers like it. What comes on top waits; strangers decide how many resets are asked for.
const RUNNING_MAX = 2;
const WAITING_MAX = 500;
// Of one try: a server that is silent must not hold what stops.
const LIMITS = { connectionTimeout: 5_000, dnsTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

type Options = { readonly waitsMs?: readonly number[] };

// Sends by the operator's mail server. The library is loaded with the first mail.
export function openMailer(config: MailConfig, log: Log, { waitsMs = WAITS_MS }: Options = {}): Mailer {
  const counts = new Map<string, { kind: Mail['kind']; outcome: MailCount['outcome']; count: number }>();
  const stopping = new AbortController();
  // Each that waits listens to it.
  setMaxListeners(WAITING_MAX + RUNNING_MAX, stopping.signal);
  const inTurn = createTurnstile({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX, refuse: tooMany });
  let transport: Promise<Transporter> | undefined;
  const deliver = async (mail: Mail): Promise<MailOutcome> => {
    for (const [at, waitMs] of [0, ...waitsMs].entries()) {
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (at > 0 && stopping.signal.aborted) break;
      try {
        transport ??= openTransport(config);
        // Also who waits for a first turn: a mail server that is silent would hold the stop for seconds each.
        await inTurn(async () => (await transport)?.sendMail(toMessage(mail)), stopping.signal);
        return 'taken';
      } catch (error) {
        log.warn({ mail: mail.kind, attempt: at + 1, ...faultOf(error) }, 'a mail did not go out');
        if (isFinal(error)) return 'refused';
      }
    }
    return 'failed';
  };
  return {
    async send(mail) {
      const became = await deliver(mail);
      const outcome = became === 'taken' ? 'sent' : 'failed';
      if (outcome === 'failed') log.error({ mail: mail.kind }, 'a mail was given up');
      const key = `${mail.kind} ${outcome}`;
      const known = counts.get(key) ?? { kind: mail.kind, outcome, count: 0 };
      counts.set(key, { ...known, count: known.count + 1 });
      return became;
    },
    counts: () => [...counts.values()],
    stop: () => stopping.abort(),
  };
}

const tooMany = (): Error => Object.assign(new Error('too many mails wait'), { code: 'QUEUE_FULL' });

async function openTransport(config: MailConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { host, port, isSecure, requiresTls, user, password, from } = config;
  const auth = user === undefined ? {} : { auth: { user, pass: password ?? '' } };
  const wire = { host, port, secure: isSecure, requireTLS: requiresTls, ...auth, ...LIMITS };
  return createTransport({ ...wire, disableFileAccess: true, disableUrlAccess: true }, { from });
}

// Throws unless the mail server lets us in. Nothing is sent.
export async function checkMail(config: MailConfig): Promise<void> {
  const transport = await openTransport(config);
  await transport.verify().finally(() => transport.close());
}

// As an object the address is taken as it is: a text could be read as several.
const toMessage = ({ to, subject, text, html }: Mail) => ({
  to: { name: '', address: to },
  subject,
  text,
  html,
  // Out-of-office replies to it help nobody.
  headers: { 'Auto-Submitted': 'auto-generated' },
});

// Not the sentence: mail servers repeat the recipient's address in it, and some the command.
function faultOf(error: unknown): object {
  const { code, responseCode, command } = Object(error) as Record<string, unknown>;
  return { code, responseCode, command: typeof command === 'string' ? command.split(' ')[0] : undefined };
}

// What the server refuses for good (5xx) it refuses again.
const isFinal = (error: unknown): boolean => {
  const { responseCode } = Object(error) as Record<string, unknown>;
  return typeof responseCode === 'number' && responseCode >= 500;
};
