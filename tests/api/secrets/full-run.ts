// Everything that makes, takes or meets a secret, once, against the real server; also in every way that goes wrong.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PATH, CONSOLE_PATH, MCP_PATH, SCREENS_PATH } from '@vitrine/contract/endpoint';
import type { Folder, Served } from '../../harness/command-line.js';
import { anUploadRequest } from '../../harness/content.js';
import { rawRequest } from '../../harness/raw-request.js';
import { A_BEAT } from '../../harness/screens.js';
import type { MailServer } from '../../harness/mail-server.js';
import { runAccount, type Console } from './account-run.js';
import { runConnection } from './connection-run.js';
import type { RunLog } from './run-log.js';

type Run = RunLog & { readonly url: string; readonly adminUrl: string; readonly folder: Folder };

const SCOPES = ['media:write', 'media:files', 'tags:write', 'campaigns:read', 'playlists:read'];

export async function fullRun(log: RunLog, served: Served, folder: Folder, mails: MailServer): Promise<void> {
  const run = { ...log, url: served.url, adminUrl: served.adminUrl, folder };
  const merchant = await runCommands(run);
  const owner = await signIn(run, merchant);
  await runTokens(run, owner);
  await runInvitations(run, owner);
  const send: Console = (...request) => console(run, ...request);
  const ofAccount = await runAccount(log, send, { merchant: merchant.id, mails });
  const bearer = await runFiles(run, merchant.token);
  const screen = await runScreen(run, owner);
  const webhook = await runWebhook(run, owner);
  const aiKey = await runAssistant(run, owner);
  const connected = await runConnection(run, send, owner.cookie);
  const known = [merchant.token, merchant.password, owner.secret, bearer, screen, webhook, aiKey];
  const secrets = [...known, ...connected, ...ofAccount];
  await tempt(run, secrets, owner.cookie);
  await readPages(run, owner.cookie, merchant.token);
  await run.command('export', merchant.id, '--out', join(folder.path, 'archive.json'));
  run.places.push({ name: 'export', text: await readFile(join(folder.path, 'archive.json'), 'latin1') });
  await run.command('activity', merchant.id);
}

type Merchant = { readonly id: string; readonly token: string; readonly email: string; readonly password: string };

async function runCommands({ command, keep }: Run): Promise<Merchant> {
  const { id = '' } = await command('merchant', 'create', '--name', 'Shop');
  const email = 'owner@example.com';
  const made = await command('person', 'create', '--merchant', id, '--email', email, '--name', 'O', '--role', 'owner');
  keep('password that the command made', made['password'] ?? '', /^command person create/);
  const reset = await command('person', 'set-password', made['id'] ?? '');
  const password = reset['password'] ?? '';
  keep('password that was set', password, /^command person set-password/);
  const issued = ['--merchant', id, '--name', 'x', '--days', '7', '--scope', ...SCOPES];
  const { token = '', id: tokenId = '' } = await command('token', 'create', ...issued);
  keep('token of the command', token, /^command token create/);
  const gone = await command('token', 'create', ...issued);
  keep('token that was revoked', gone['token'] ?? '', /^command token create/);
  await command('token', 'revoke', gone['id'] ?? '');
  await command('token', 'list', id);
  if (tokenId === '') throw new Error('no token');
  return { id, token, email, password };
}

type Session = { readonly secret: string; readonly cookie: string };

async function signIn(run: Run, { email, password }: Pick<Merchant, 'email' | 'password'>): Promise<Session> {
  const wrong = 'a wrong password, nearly right';
  run.keep('wrong password', wrong);
  await console(run, 'POST', '/sign-in', { email, password: wrong });
  // A person who is in a hurry types the password where the email belongs.
  await console(run, 'POST', '/sign-in', { email: password, password });
  await console(run, 'POST', '/sign-in', { email: `${password}@example.com`, password });
  const { headers } = await console(run, 'POST', '/sign-in', { email, password });
  return keepSession(run, headers, /^answer POST \/sign-in/);
}

function keepSession(run: Run, headers: Headers, mayBeIn: RegExp): Session {
  const secret = /vitrine_session=([\w-]{43})/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
  run.keep('session', secret, mayBeIn);
  // What makes a browser known: the seal, which is after the dot.
  run.keep(
    'seal of a browser',
    /vitrine_browser=[\w-]{22}\.([\w-]{22})/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '',
    mayBeIn,
  );
  return { secret, cookie: `vitrine_session=${secret}` };
}

const console = ({ ask, url }: Run, method: string, path: string, body?: unknown, cookie = '') =>
  ask(`${method} ${path}`, url + CONSOLE_PATH + path, {
    method,
    headers: { origin: url, cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function runTokens(run: Run, { cookie }: Session): Promise<void> {
  const order = { name: 'Till', scopes: ['media:read'], days: 30 };
  const created = await console(run, 'POST', '/tokens', order, cookie);
  run.keep('token of the console', String(created.json['value']), /^answer POST \/tokens$/);
  const { id }: { id?: string } = Object(created.json['token']);
  const rotated = await console(run, 'POST', `/tokens/${id}/rotate`, { overlapHours: 0 }, cookie);
  run.keep('token that replaced it', String(rotated.json['value']), /^answer POST \/tokens\/.*\/rotate$/);
  const { id: next }: { id?: string } = Object(rotated.json['token']);
  await console(run, 'POST', `/tokens/${next}/revoke`, undefined, cookie);
}

async function runInvitations(run: Run, { cookie }: Session): Promise<void> {
  const password = 'the password of the invited';
  run.keep('password of the invited', password);
  for (const email of ['guest@example.com', 'late@example.com']) {
    const { json } = await console(run, 'POST', '/invitations', { email, role: 'staff' }, cookie);
    const secret = String(json['link']).split('#')[1] ?? '';
    run.keep(`invitation of ${email}`, secret, /^(?:answer POST \/invitations|mail .* invites you to .*)$/);
    await console(run, 'POST', '/invitations/look', { secret });
    if (email !== 'guest@example.com') continue;
    await console(run, 'POST', '/invitations/accept', { secret, name: 'G', password: 'short' });
    const { headers } = await console(run, 'POST', '/invitations/accept', { secret, name: 'G', password });
    const guest = keepSession(run, headers, /^answer POST \/invitations\/accept/);
    await console(run, 'POST', '/sign-out', undefined, guest.cookie);
  }
}

// A webhook, whose secret is shown when it is made and when it is replaced; the address leads nowhere.
async function runWebhook(run: Run, { cookie }: Session): Promise<string> {
  const body = { name: 'Till', url: 'https://93.184.216.34:2000/hook', types: ['media.ready'] };
  const made = await console(run, 'POST', '/webhooks', body, cookie);
  const [secret, id] = [String(made.json['secret']), String(Object(made.json['webhook']).id)];
  run.keep('secret of a webhook', secret, /^answer POST \/webhooks$/);
  const rotated = await console(run, 'POST', `/webhooks/${id}/rotate`, undefined, cookie);
  run.keep('new secret of a webhook', String(rotated.json['secret']), /^answer POST \/webhooks\/.*rotate$/);
  await console(run, 'POST', '/webhooks', { ...body, url: 'https://127.0.0.1/' }, cookie);
  await console(run, 'GET', `/webhooks/${id}/deliveries`, undefined, cookie);
  return secret;
}

// From a browser that shows a code to a screen that plays; gives its key.
async function runScreen(run: Run, { cookie }: Session): Promise<string> {
  const screens = (method: string, path: string, key = '', body?: object) =>
    run.ask(`${method} ${path}`, `${run.url}${SCREENS_PATH}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { json } = await screens('POST', '/pairings');
  const key = String(json['secret']);
  run.keep('key of a screen', key, /^answer POST \/pairings$/);
  await screens('GET', '/pairing', key);
  const claim = { id: randomUUID(), name: 'Wall', orientation: 'landscape', timeZone: null, tags: [] };
  await console(run, 'POST', '/screens', { ...claim, code: 'AAAAAA' }, cookie);
  await console(run, 'POST', '/screens', { ...claim, code: json['code'] }, cookie);
  const { status } = await screens('GET', '/program', key);
  if (status !== 200) throw new Error('the screen was not paired');
  await screens('POST', '/beats', key, A_BEAT);
  await screens('POST', '/plays', key, { batch: 1, plays: [] });
  return key;
}

// A key that is given another value, calls tools well and badly, and is sent to wrong places; the old value is refused.
async function runAssistant(run: Run, { cookie }: Session): Promise<string> {
  const wanted = { name: 'Claude', permissions: ['look', 'add', 'prepare', 'publish'], days: 7 };
  const made = await console(run, 'POST', '/me/ai-keys', wanted, cookie);
  const old = String(made.json['value']);
  run.keep('key of an assistant', old, /^answer POST \/me\/ai-keys$/);
  const rotated = await console(run, 'POST', `/me/ai-keys/${Object(made.json['key']).id}/rotate`, undefined, cookie);
  const key = String(rotated.json['value']);
  run.keep('new value of a key', key, /^answer POST \/me\/ai-keys\/.*\/rotate$/);
  const call = (name: string, given: object, value = key) =>
    run.ask(`MCP ${name}`, run.url + MCP_PATH, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${value}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
    });
  const { status } = await call('about', {});
  if (status !== 200 || (await call('about', {}, old)).status !== 401) throw new Error('the key was not replaced');
  await call('find_media', { q: key });
  await call('add_web_page', { url: 'https://example.com/', name: 'Page' });
  await call('recent_activity', {});
  await call(key, {});
  await console(run, 'GET', '/me/ai-keys', undefined, cookie);
  await console(run, 'GET', '/ai-keys', undefined, cookie);
  return key;
}

// Signed PUT and GET, right and bent; gives the query of a URL that works.
async function runFiles(run: Run, token: string): Promise<string> {
  const bytes = 'bytes of a picture';
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const api = (method: string, path: string, body?: object) =>
    run.ask(`${method} ${path}`, run.url + API_PATH + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  const request = anUploadRequest({}, bytes);
  const { upload }: { upload?: { url: string; headers: Record<string, string> } } = Object(
    (await api('POST', '/media/uploads', request)).json,
  );
  await run.ask('PUT storage', upload?.url ?? '', { method: 'PUT', headers: upload?.headers ?? {}, body: bytes });
  const media = await api('POST', `/media/uploads/${request.id}/finalize`, {});
  const fileUrl = String(media.json['fileUrl']);
  await run.ask('GET storage', fileUrl);
  for (const signed of [upload?.url ?? '', fileUrl]) {
    run.keep('signature', /X-Amz-Signature=(\w{64})/.exec(signed)?.[1] ?? '', /^answer (?:POST|GET) \/media/);
    for (const bent of [
      signed.replace('X-Amz-Date', 'x'),
      signed.slice(0, -1),
      signed.replace('/vitrine/', '/other/'),
    ]) {
      await run.ask('bent GET storage', bent);
    }
    const query = new URL(signed).search;
    await run.ask('signed query at the API', `${run.url}${API_PATH}/media${query}`, { headers });
  }
  return new URL(fileUrl).search;
}

// Every way in which a secret comes near a log, an error or a row by mistake.
async function tempt(run: Run, secrets: readonly string[], cookie: string): Promise<void> {
  const typo = `${String(secrets[0]).slice(0, -1)}~`;
  run.keep('mistyped token', typo);
  for (const secret of [...secrets, typo]) {
    const text = encodeURIComponent(secret);
    const bearer = { authorization: `Bearer ${secret}` };
    for (const path of [
      `/media?token=${text}`,
      `/media?q=${text}`,
      `/media?cursor=${text}`,
      `/media/${text}`,
      `/${text}`,
    ]) {
      await run.ask('wrong place', run.url + API_PATH + path, { headers: { authorization: `Bearer ${secrets[0]}` } });
      await run.ask('wrong place', run.url + API_PATH + path, { headers: bearer });
    }
    for (const path of [`/${text}`, `/docs/${text}`, `/docs?${text}`, `/readyz?${text}`, `/metrics?${text}`]) {
      await run.ask('odd path', run.url + path, { headers: { referer: `${run.url}/?token=${text}` } });
      await run.ask('odd path', run.adminUrl + path, { headers: { referer: `${run.url}/?token=${text}` } });
    }
    for (const name of ['referer', 'user-agent', 'x-request-id', 'x-merchant', 'origin', 'x-forwarded-for', 'cookie']) {
      const headers = { cookie, [name]: encodeURIComponent(secret) };
      await run.ask(`header ${name}`, `${run.url}${CONSOLE_PATH}/me`, { headers });
      await run.ask(`header ${name}`, `${run.url}${CONSOLE_PATH}/sign-out`, { method: 'POST', headers });
    }
    for (const [title, body] of [
      ['broken body', `{"email":"${secret}"`],
      ['wrong type', JSON.stringify({ email: [secret], password: { secret } })],
      ['unknown field', JSON.stringify({ [secret]: 1 })],
    ] as const) {
      const headers = { origin: run.url, 'content-type': 'application/json' };
      await run.ask(title, `${run.url}${CONSOLE_PATH}/sign-in`, { method: 'POST', headers, body });
    }
    const raw = await rawRequest(`${run.url}/${text}`, {
      method: 'GET',
      headers: { 'content-length': 'x' },
      body: text,
    });
    run.places.push({ name: 'answer no HTTP', text: raw.text });
  }
}

const CONSOLE_READS = [
  '/me',
  '/tokens',
  '/people',
  '/invitations',
  '/merchant',
  '/activity',
  '/activity.csv',
  '/media',
  '/screens',
  '/webhooks',
  '/today',
];

async function readPages(run: Run, cookie: string, token: string): Promise<void> {
  for (const path of CONSOLE_READS) await console(run, 'GET', path, undefined, cookie);
  for (const path of ['/', '/docs', '/docs/reference', '/docs/quick-start', '/healthz', '/readyz']) {
    await run.ask(`page ${path}`, run.url + path, { headers: { cookie } });
  }
  for (const path of ['/metrics', '/readyz']) await run.ask(`page ${path}`, run.adminUrl + path);
  for (const path of ['/media', '/tags', '/token', '/openapi.json']) {
    await run.ask(`GET ${path}`, run.url + API_PATH + path, { headers: { authorization: `Bearer ${token}` } });
  }
}
