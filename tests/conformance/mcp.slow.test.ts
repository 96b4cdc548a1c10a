// The protocol's own conformance program against /api/mcp, in the newest revision and the one before it. It sends no key: a
// door in front of the service adds one. Most of what it knows calls tools, prompts and resources by names that only a server
// made for it has; what fails for that reason says so, and nothing else may fail.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { text } from 'node:stream/consumers';
import { afterEach, test } from 'vitest';
import { MCP_PATH } from '@vitrine/contract/endpoint';
import { newAiKey } from '../harness/ai-keys.js';
import { newPerson } from '../harness/console.js';
import { useService } from '../harness/service.js';

const PROGRAM = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const OLDER_NODE = join(import.meta.dirname, 'older-node.mjs');

// The program asks more in a minute than a person does.
const service = useService({ assistantLimits: { readsPerMinute: 10_000, writesPerMinute: 10_000 } });
const doors: Server[] = [];
afterEach(() => {
  for (const door of doors.splice(0)) door.close();
});

async function openDoor(spoil: (body: string) => string = (body) => body): Promise<string> {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: 'owner' });
  const { secret } = await newAiKey(service, { merchantId: shop.id, personId: person.id });
  const door = createServer((asked, answer) => {
    const { method = '', url = '/' } = asked;
    const headers = { ...asked.headers, authorization: `Bearer ${secret}` };
    const passed = request(service.url + url, { method, headers }, (answered) => void passBack(answered));
    const passBack = async (answered: IncomingMessage) => {
      const body = spoil(await text(answered));
      answer.writeHead(answered.statusCode ?? 0, { ...answered.headers, 'content-length': Buffer.byteLength(body) });
      answer.end(body);
    };
    asked.pipe(passed);
  });
  doors.push(door);
  await once(door.listen(0, 'localhost'), 'listening');
  return `http://localhost:${(door.address() as AddressInfo).port}${MCP_PATH}`;
}

type Check = {
  readonly scenario: string;
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
};

async function run(url: string, revision: string, ...more: readonly string[]): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
  const given = ['server', '--url', url, '--spec-version', revision, '--timeout', '900000', '-o', folder, ...more];
  // Its exit code says that something failed, which is looked at below.
  await promisify(execFile)(process.execPath, ['--import', OLDER_NODE, PROGRAM, ...given]).catch(() => undefined);
  const checks = [];
  for (const name of await readdir(folder)) {
    const scenario = name.replace(/^server-(.*)-\d{4}-\d{2}-\d{2}T.*$/, '$1');
    const found: Omit<Check, 'scenario'>[] = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'));
    checks.push(...found.map((check) => ({ ...check, scenario })));
  }
  await rm(folder, { recursive: true });
  return checks;
}

// Tools by the program's own names, and prompts, resources, completion and logging, which a server may leave out.
const NOT_OFFERED =
  /There is no such tool|Method not found|^Not testable: |^Tool '\w+' not found|^Prerequisite failed: could not get initial/;
// The same, of checks that do not say it: the first calls such a tool, the others want a stream, which is refused.
const NOT_SAID = [
  'sep-2322-multi-round-r1',
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
];

const findFaults = (checks: readonly Check[]): string[] =>
  checks
    .filter(({ status, id }) => status === 'FAILURE' && !NOT_SAID.includes(id))
    .filter(({ errorMessage = '' }) => !NOT_OFFERED.test(errorMessage))
    .map(({ scenario, id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`);

// What must have been looked at, and how often it held: a program that could not ask finds no fault either.
test.each([
  [
    '2025-11-25',
    { 'server-initialize': 2, ping: 2, 'tools-list': 3, 'dns-rebinding-protection': 2, 'tools-call-simple-text': 1 },
  ],
  [
    '2026-07-28',
    {
      'server-stateless': 22,
      'tools-list': 4,
      'dns-rebinding-protection': 2,
      caching: 4,
      'http-header-validation': 14,
      'input-required-result-validate-input': 3,
    },
  ],
])('the revision of %s is kept', async (revision, held) => {
  const checks = await run(await openDoor(), revision, '--suite', 'all');
  assert.deepEqual(findFaults(checks), []);
  const isHeld = (scenario: string, { status, ...check }: Check) => check.scenario === scenario && status === 'SUCCESS';
  const counts = Object.keys(held).map((scenario) => [scenario, checks.filter((one) => isHeld(scenario, one)).length]);
  assert.deepEqual(Object.fromEntries(counts), held);
});

test('an answer that the protocol does not have is found', async () => {
  const url = await openDoor((body) => body.replace('"inputSchema"', '"schema"'));
  const [fault = ''] = findFaults(await run(url, '2026-07-28', '--scenario', 'tools-list'));
  assert.match(fault, /^tools-list .*inputSchema/i);
});
