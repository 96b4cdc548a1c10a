// Where keys come from, by the settings that an operator gives, against servers that are as strict as the real ones.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import {
  AGENT_TOKEN,
  newSession,
  ROLE_ARN,
  startKeyGiver,
  WEB_IDENTITY,
  type KeyGiver,
} from '../../../../tests/harness/key-giver.js';
import { systemClock } from '../../clock.js';
import { readConfig } from '../../config.js';
import type { Environment } from '../../settings.js';
import { StorageUnavailableError } from '../storage-errors.js';
import { toKeySource, type KeySource } from './key-source.js';

const SESSION = newSession(systemClock, 60);
const STAYING = { accessKeyId: 'AKIA1', secretAccessKey: 'a secret', sessionToken: undefined };
const PROFILES = `# of the machine
[default]
aws_access_key_id = AKIA0
aws_secret_access_key = another

[ signs ]
aws_access_key_id=AKIA1
; a remark
aws_secret_access_key = a secret
region = eu-west-1
[role]
role_arn = ${ROLE_ARN}
`;

let giver: KeyGiver;
let folder: string;
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  giver = await startKeyGiver(SESSION);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-keys-'));
  const files = {
    id: 'AKIA1\n',
    secret: 'a secret',
    token: SESSION.sessionToken,
    profiles: PROFILES,
    jwt: `${WEB_IDENTITY}\n`,
    agent: AGENT_TOKEN,
    empty: '',
  };
  for (const [name, value] of Object.entries(files)) await writeFile(file(name), value);
});
beforeEach(() => void (giver.state.spoil = undefined));
afterAll(async () => {
  giver.close();
  await rm(folder, { recursive: true });
});

// However busy the machine is.
const ANSWER_MS_MAX = 120_000;

function sourceOf(env: Environment, answerMsMax = ANSWER_MS_MAX): KeySource {
  const { storage } = readConfig({ S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'signs', ...env });
  assert.ok(storage.kind === 's3');
  return toKeySource(storage.credentials, answerMsMax);
}

const instance = () => ({ S3_CREDENTIALS: 'instance', AWS_EC2_METADATA_SERVICE_ENDPOINT: giver.url });
const role = () => ({
  AWS_ROLE_ARN: ROLE_ARN,
  AWS_WEB_IDENTITY_TOKEN_FILE: file('jwt'),
  AWS_ENDPOINT_URL_STS: giver.url,
});
const agent = () => ({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${giver.url}/agent/credentials` });

test.each([
  ['settings', () => ({ AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'a secret' }), STAYING],
  [
    'settings with a session, before anything else',
    () => ({ AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'a secret', AWS_SESSION_TOKEN: 'one', ...role() }),
    { ...STAYING, sessionToken: 'one' },
  ],
  ['files', () => ({ AWS_ACCESS_KEY_ID_FILE: file('id'), AWS_SECRET_ACCESS_KEY_FILE: file('secret') }), STAYING],
  [
    'a setting and files',
    () => ({
      AWS_ACCESS_KEY_ID: 'AKIA1',
      AWS_SECRET_ACCESS_KEY_FILE: file('secret'),
      AWS_SESSION_TOKEN_FILE: file('token'),
    }),
    { ...STAYING, sessionToken: SESSION.sessionToken },
  ],
  ['a profile', () => ({ AWS_PROFILE: 'signs', AWS_SHARED_CREDENTIALS_FILE: file('profiles') }), STAYING],
  [
    'the first profile',
    () => ({ AWS_SHARED_CREDENTIALS_FILE: file('profiles') }),
    { accessKeyId: 'AKIA0', secretAccessKey: 'another', sessionToken: undefined },
  ],
  ['a role, by web identity', role, SESSION],
  ["a container's role", () => ({ ...agent(), AWS_CONTAINER_AUTHORIZATION_TOKEN: AGENT_TOKEN }), SESSION],
  [
    "a container's role with a token that is written anew",
    () => ({ ...agent(), AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file('agent') }),
    SESSION,
  ],
  ["a machine's role", instance, SESSION],
])('keys come from %s', async (_, env, expected) => {
  const source = sourceOf(env());
  assert.deepEqual(await source.load(), expected);
  for (const secret of [expected.secretAccessKey, expected.sessionToken, AGENT_TOKEN, WEB_IDENTITY])
    assert.ok(secret === undefined || !source.name.includes(secret), source.name);
});

async function faultOf(env: Environment, answerMsMax?: number): Promise<string> {
  const thrown: unknown = await sourceOf(env, answerMsMax)
    .load()
    .catch((error: unknown) => error);
  assert.ok(thrown instanceof StorageUnavailableError, String(thrown));
  for (const secret of [SESSION.secretAccessKey, SESSION.sessionToken, WEB_IDENTITY, AGENT_TOKEN])
    assert.ok(!`${thrown.stack} ${JSON.stringify(thrown)} ${String(thrown.cause)}`.includes(secret));
  return thrown.message.replace(/127\.0\.0\.1:\d+/, 'HOST').replaceAll(`${folder}/`, '');
}

const AGENT = "The agent that hands out the container's keys, at HOST,";
const MACHINE = "The machine's metadata service at HOST";

test.each([
  ['no right', () => agent(), `${AGENT} answered 403 (AccessDenied).`],
  [
    'no token of the cluster',
    () => ({ ...role(), AWS_WEB_IDENTITY_TOKEN_FILE: file('gone') }),
    'gone, which holds a key, cannot be read (ENOENT).',
  ],
  [
    'an empty file',
    () => ({ ...role(), AWS_WEB_IDENTITY_TOKEN_FILE: file('empty') }),
    'empty holds no key: it must have one line.',
  ],
  [
    'another token',
    () => ({ ...role(), AWS_WEB_IDENTITY_TOKEN_FILE: file('secret') }),
    'The token service at HOST answered 400 (InvalidIdentityToken).',
  ],
  [
    'another role',
    () => ({ ...role(), AWS_ROLE_ARN: 'arn:of:another' }),
    'The token service at HOST answered 400 (AccessDenied).',
  ],
  [
    'a profile that is not there',
    () => ({ AWS_PROFILE: 'sign', AWS_SHARED_CREDENTIALS_FILE: file('profiles') }),
    'profiles has no profile sign.',
  ],
  [
    'a profile that leads elsewhere',
    () => ({ AWS_PROFILE: 'role', AWS_SHARED_CREDENTIALS_FILE: file('profiles') }),
    'The profile role in profiles needs aws_access_key_id and aws_secret_access_key.',
  ],
])('%s is a sentence', async (_, env, sentence) => {
  assert.equal(await faultOf(env()), sentence);
});

test.each<[string, NonNullable<KeyGiver['state']['spoil']>, string]>([
  ['fails', (_, response) => void response.writeHead(503).end('busy'), 'answered 503.'],
  ['leads elsewhere', (_, response) => void response.writeHead(302, { location: giver.url }).end(), 'answered 302.'],
  ['hangs up', (request) => void request.socket.destroy(), 'cannot be reached (UND_ERR_SOCKET).'],
  ['says something else', (_, response) => void response.end('<html>'), 'gave no keys that can be read.'],
  [
    'leaves something out',
    (_, response) => void response.end(JSON.stringify({ AccessKeyId: 'A', SecretAccessKey: 'b', Token: 'c' })),
    'gave no keys that can be read.',
  ],
  ['says nothing', () => undefined, 'did not answer in 50 ms.'],
  ['begins and goes silent', (_, response) => void response.write('{'), 'did not answer in 50 ms.'],
])('who %s gives no keys, in a sentence', async (_, spoil, sentence) => {
  giver.state.spoil = spoil;
  const answerMsMax = sentence.includes('50 ms') ? 50 : undefined;
  const env = { ...agent(), AWS_CONTAINER_AUTHORIZATION_TOKEN: AGENT_TOKEN };
  assert.equal(await faultOf(env, answerMsMax), `${AGENT} ${sentence}`);
});

test('a machine without the token of a session, or without a role, gives no keys', async () => {
  // A metadata service of the first version alone, or a proxy that drops the header.
  giver.state.spoil = (request, response) => void response.writeHead(request.method === 'PUT' ? 200 : 401).end('other');
  assert.equal(await faultOf(instance()), `${MACHINE} answered 401.`);
  giver.state.spoil = (request, response) => void response.end(request.method === 'PUT' ? 'token' : '');
  assert.equal(await faultOf(instance()), `${MACHINE} knows of no role: give the machine one.`);
  giver.state.spoil = (_, response) => void response.end('two\nlines');
  assert.equal(await faultOf(instance()), `${MACHINE} gave no token that can be read.`);
});

const faultsOf = (env: Environment): string => {
  try {
    sourceOf(env);
    return '';
  } catch (error) {
    return String(error);
  }
};

test('settings that lead to no keys are faults, each with what to do', () => {
  assert.match(
    faultsOf({}),
    /AWS_ACCESS_KEY_ID is needed for an S3 store, with AWS_SECRET_ACCESS_KEY: set them or another/,
  );
  assert.match(faultsOf({ AWS_ACCESS_KEY_ID: 'A' }), /: AWS_SECRET_ACCESS_KEY is needed/);
  assert.match(faultsOf({ AWS_ROLE_ARN: ROLE_ARN }), /: AWS_WEB_IDENTITY_TOKEN_FILE is needed too/);
  assert.match(faultsOf({ S3_CREDENTIALS: 'role' }), /S3_CREDENTIALS is «role»: set it to one of auto, instance/);
  assert.match(faultsOf({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: 'v2/x' }), /is no path: it begins with \//);
  for (const url of ['http://169.254.169.254/', 'http://10.0.0.9/keys', 'http://localhost.example.com/', 'keys'])
    assert.match(faultsOf({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url }), /is no address that hands out keys/);
  const near = ['http://169.254.170.23/v1/credentials', 'http://[fd00:ec2::23]/v1', 'https://keys.example.com/one/'];
  assert.deepEqual(
    near.map((url) => sourceOf({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url }).name),
    near.map((url) => `the container's role, at ${url}`),
  );
  const relative = sourceOf({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' });
  assert.equal(relative.name, "the container's role, at http://169.254.170.2/v2/credentials/1");
});
