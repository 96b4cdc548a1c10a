// For tests: those who hand out keys of a bucket, on one port of loopback, as strict as the real ones: a machine's metadata
// service in its second version, the agent beside a container, and a token service. And a bucket that takes only those keys.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDiskServer, openDiskStore } from '../../disk-s3/src/index.js';
import type { Clock } from '../../server/src/clock.js';
import type { BucketKeys } from '../../server/src/storage/credentials/bucket-credentials.js';
import { ACCEPTED } from '../../server/src/storage/open-store.js';

type Session = Required<BucketKeys> & { readonly sessionToken: string; readonly expiresAt: number };
type Answer = { readonly status: number; readonly body: string };

export const AGENT_TOKEN = 'Bearer of the agent';
export const WEB_IDENTITY = 'eyJ.a-token-of-the-cluster.sig';
export const ROLE_ARN = 'arn:aws:iam::123456789012:role/vitrine';

// Longer than one second a character of a real token, with the characters that URLs encode.
const newToken = (): string => `${randomBytes(300).toString('base64')}+/==`;

export function newSession(clock: Clock, minutes: number): Session {
  // STS tells whole seconds.
  const expiresAt = Math.floor(clock.now() / 1000) * 1000 + minutes * 60_000;
  const accessKeyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
  return { accessKeyId, secretAccessKey: randomBytes(20).toString('hex'), sessionToken: newToken(), expiresAt };
}

// `give` makes what is handed out next; `spoil` answers in its place while it is set.
export async function startKeyGiver(first: Session) {
  const state = {
    session: first,
    role: 'vitrine-machine',
    asked: 0,
    spoil: undefined as undefined | ((request: IncomingMessage, response: ServerResponse) => void),
  };
  const tokens = new Set<string>();
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { method, url = '', headers } = request;
    if (method === 'POST' && url === '/') return answerRole(new URLSearchParams(await text(request)), state.session);
    if (url === '/agent/credentials')
      return headers.authorization === AGENT_TOKEN
        ? { status: 200, body: toJson(state.session) }
        : { status: 403, body: '{"code":"AccessDenied"}' };
    if (method === 'PUT' && url === '/latest/api/token') {
      if (!/^\d+$/.test(String(headers['x-aws-ec2-metadata-token-ttl-seconds']))) return { status: 400, body: '' };
      const token = newToken();
      tokens.add(token);
      return { status: 200, body: token };
    }
    if (!tokens.has(String(headers['x-aws-ec2-metadata-token']))) return { status: 401, body: '' };
    const path = '/latest/meta-data/iam/security-credentials/';
    if (url === path) return { status: 200, body: `${state.role}\n` };
    return url === path + state.role ? { status: 200, body: toJson(state.session) } : { status: 404, body: '' };
  };
  const server = await listen((request, response) => {
    state.asked += 1;
    if (state.spoil !== undefined) return state.spoil(request, response);
    void answer(request).then(({ status, body }) => response.writeHead(status).end(body));
  });
  return { ...server, state };
}

export type KeyGiver = Awaited<ReturnType<typeof startKeyGiver>>;

const toJson = ({ accessKeyId, secretAccessKey, sessionToken, expiresAt }: Session): string =>
  JSON.stringify({
    Code: 'Success',
    Type: 'AWS-HMAC',
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    Token: sessionToken,
    Expiration: new Date(expiresAt).toISOString(),
  });

function answerRole(asked: URLSearchParams, session: Session): Answer {
  const refused = (code: string): Answer => ({
    status: 400,
    body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${WEB_IDENTITY}</Message></Error></ErrorResponse>`,
  });
  if (asked.get('Action') !== 'AssumeRoleWithWebIdentity' || asked.get('Version') !== '2011-06-15')
    return refused('InvalidAction');
  if (asked.get('WebIdentityToken') !== WEB_IDENTITY) return refused('InvalidIdentityToken');
  if (asked.get('RoleArn') !== ROLE_ARN || asked.get('RoleSessionName') !== 'vitrine') return refused('AccessDenied');
  const { accessKeyId, secretAccessKey, sessionToken, expiresAt } = session;
  return {
    status: 200,
    body: `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult>
    <AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/vitrine/vitrine</Arn></AssumedRoleUser>
    <Credentials>
      <SessionToken>${sessionToken}</SessionToken>
      <SecretAccessKey>${secretAccessKey}</SecretAccessKey>
      <Expiration>${new Date(expiresAt).toISOString()}</Expiration>
      <AccessKeyId>${accessKeyId}</AccessKeyId>
    </Credentials>
  </AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`,
  };
}

// Takes signatures of these sessions, with their tokens, and none that has ended.
export async function startBucket(bucket: { readonly bucket: string; readonly region: string }, clock: Clock) {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-sessions-'));
  await openDiskStore(directory);
  const stores = new Map<string, { readonly server: Server; readonly expiresAt: number }>();
  const server = await listen((request, response) => {
    const [, id = ''] = /[?&]X-Amz-Credential=([A-Z0-9]+)%2F/.exec(request.url ?? '') ?? [];
    const store = stores.get(id);
    const refuse = (code: string): void => void response.writeHead(400).end(`<Error><Code>${code}</Code></Error>`);
    response.setHeader('date', new Date(clock.now()).toUTCString());
    if (store === undefined) return refuse('InvalidAccessKeyId');
    if (clock.now() >= store.expiresAt) return refuse('ExpiredToken');
    store.server.emit('request', request, response);
  });
  return {
    url: server.url,
    accept(session: Session): void {
      const options = { ...session, ...bucket, ...ACCEPTED, directory, clock };
      stores.set(session.accessKeyId, { server: createDiskServer(options), expiresAt: session.expiresAt });
    },
    async close(): Promise<void> {
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() };
}
