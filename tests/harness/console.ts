import { randomUUID } from 'node:crypto';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import type { Role } from '@vitrine/contract/scopes';
import { hashSecret } from '../../server/src/identity/token-secret.js';
import { findSessionByHash } from '../../server/src/identity/session-queries.js';
import { beginSession } from '../../server/src/identity/session.js';
import { parseMerchantId, parsePersonId } from '../../server/src/ids.js';
import { emailKey } from '../../server/src/fold.js';
import { insertPerson, insertMembership } from '../../server/src/identity/people-queries.js';
import { type Answer, type Service } from './service.js';

// What the tests hold in a body without caring for its shape first.
export type Json = Record<string, unknown>;

export type ConsoleAnswer = Answer & { readonly json: Json; readonly text: string };

type Sent = { readonly body?: unknown; readonly headers?: Record<string, string> };

// One request of the console's API.
export const sendConsole = (url: string, method: string, path: string, sent: Sent = {}): Promise<ConsoleAnswer> =>
  ask(url, method, CONSOLE_PATH + path, sent);

// One request, from a page of the service itself unless the headers say otherwise.
export async function ask(url: string, method: string, path: string, sent: Sent = {}): Promise<ConsoleAnswer> {
  const headers = new Headers({ origin: url, ...sent.headers });
  if (sent.body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(url + path, {
    method,
    headers,
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, body, json: Object(body), text };
}

// Hashed before: doing it for every person would be slow.
export const PERSON_PASSWORD = 'a house with green doors';
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$MuHKGKzz+CYSqZB6fg+Lxw$wcXNyC/ZlvsHo5Gy+xu8p+8tzxswu0KT4sV3M7mnDdw';

// As a browser that nobody knows calls itself.
export const GUEST = { address: '127.0.0.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };

// A person of one or several merchants who is signed in.
export async function newPerson(service: Service, roles: Readonly<Record<string, Role>>, name = 'Ada Owner') {
  const id = parsePersonId(randomUUID());
  const email = `${id}@example.com`;
  await insertPerson(service.db, { id, email, email_key: emailKey(email), name, password_hash: PASSWORD_HASH });
  for (const [merchantId, role] of Object.entries(roles)) {
    await insertMembership(service.db, parseMerchantId(merchantId), id, role);
  }
  return { ...(await newSession(service, id)), id, email, name };
}

// As if the person had opened the link in a mail that confirms their email.
export const proveEmailOf = ({ db, clock }: Service, personId: string) =>
  db.rows({
    text: 'update people set email_proven_at = $1 where id = $2',
    values: [new Date(clock.now()).toISOString(), personId],
  });

export async function newSession(service: Service, personId: string) {
  const secret = await service.db.transaction((db) =>
    beginSession(db, parsePersonId(personId), {
      now: service.clock.now(),
      merchantId: null,
      guest: GUEST,
      factors: 'password',
    }),
  );
  const cookie = cookieOf(secret);
  const row = await findSessionByHash(service.db, hashSecret(secret));
  const sendOnce = (method: string, path: string, { body, headers }: Sent = {}) =>
    sendConsole(service.url, method, path, { body, headers: { cookie, ...headers } });
  // Time passes in tests: whoever is asked for a proof gives it, and goes on.
  const send: typeof sendOnce = async (...request) => {
    const answer = await sendOnce(...request);
    if (answer.json['code'] !== 'proof_required') return answer;
    await proveNow(service, secret);
    return sendOnce(...request);
  };
  return {
    id: row?.id ?? '',
    sessionId: row?.id ?? '',
    secret,
    cookie,
    send,
    sendOnce,
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers }),
    post: (path: string, body?: unknown, headers: Record<string, string> = {}) => send('POST', path, { body, headers }),
    patch: (path: string, body: unknown) => send('PATCH', path, { body }),
    remove: (path: string) => send('DELETE', path),
  };
}

// As if the person of the session had just given the password.
const proveNow = ({ db, clock }: Service, secret: string) =>
  db.rows({
    text: 'update sessions set proved_at = $1 where secret_hash = $2',
    values: [new Date(clock.now()).toISOString(), hashSecret(secret)],
  });

export type TestPerson = Awaited<ReturnType<typeof newPerson>>;

export const cookieOf = (secret: string): string => `vitrine_session=${secret}`;

// The secret of a `Set-Cookie`.
export const secretOf = (answer: ConsoleAnswer): string =>
  /vitrine_session=([\w-]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';

// The cookie by which a browser is known again.
export const browserOf = (answer: ConsoleAnswer): string =>
  /vitrine_browser=[\w.-]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';

// A merchant's activity as it was written: kind, who, details. The clock stands still, so times do not order it.
export async function activityOf(service: Service, merchantId: string): Promise<unknown[]> {
  const rows = await service.db.rows<{ kind: string; person_name: string | null; details: unknown }>({
    text: 'select kind, person_name, details from activity where merchant_id = $1 order by at, id',
    values: [merchantId],
  });
  return rows.map((row) => [row.kind, row.person_name, row.details]);
}
