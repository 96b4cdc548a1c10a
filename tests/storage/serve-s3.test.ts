// The built server over a bucket: what an operator and an integrator see.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import {
  findPostmaster,
  newFolderWithCluster,
  removeFolder,
  runCommand,
  startServe,
  type Folder,
  type Served,
} from '../harness/command-line.js';
import { UPLOAD_SCRIPT } from '../harness/guide-blocks.js';
import { s3Settings, test } from './ceph.js';

let folder: Folder;
// For starts that are refused.
let other: Folder;
let served: Served;
let token: string;

beforeAll(async () => {
  [folder, other] = [await newFolderWithCluster(), await newFolderWithCluster()];
  const merchant = await asked('merchant', 'create', '--name', 'Over a bucket');
  const scopes = ['--scope', 'media:write', 'media:files'];
  token =
    (await asked('token', 'create', '--merchant', merchant['id'] ?? '', '--name', 'x', '--days', '7', ...scopes))[
      'token'
    ] ?? '';
  served = await startServe(folder, { ...s3Settings(), DEMO: 'off' });
});
afterAll(async () => {
  await served.end('SIGTERM');
  await removeFolder(folder);
  await removeFolder(other);
});

async function asked(...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runCommand(folder, [...args, '--json'], { ...s3Settings(), DEMO: 'off' });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Record<string, string>;
}

test("uploads with the README's curl script and downloads the same bytes", async () => {
  const file = join(folder.path, 'picture.png');
  await writeFile(file, `bytes of ${served.url}`);
  const env = { PATH: process.env['PATH'], VITRINE_URL: served.url, VITRINE_WRITE_TOKEN: token };
  const { stdout } = await promisify(execFile)('sh', [UPLOAD_SCRIPT, file], { env });
  assert.match(stdout, /The file came back byte for byte\./);
});

test.each([
  ['a missing bucket', { S3_BUCKET: 'nowhere' }, /bucket/],
  ['a wrong key', { AWS_ACCESS_KEY_ID: 'OTHER' }, /AWS_ACCESS_KEY_ID/],
  ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'guess' }, /AWS_SECRET_ACCESS_KEY/],
  ['a store that is away', { S3_ENDPOINT: 'http://127.0.0.1:9' }, /cannot be reached/],
] as const)('%s is a clear sentence at start, and nothing is left running', async (_name, changes, sentence) => {
  const { code, stderr } = await runCommand(other, ['serve'], {
    ...s3Settings(),
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    ...changes,
  });
  assert.equal(code, 1);
  assert.match(stderr, sentence);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
  assert.equal(await findPostmaster(other), 0);
});
