// Every tool with arguments that its schema takes, and with some that it hardly does: an answer is what its schema says or a
// refusal in words, and never another merchant's, a secret, or an excuse of ours.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, test } from 'vitest';
import type { Tool } from '@vitrine/contract/tool';
import { tools } from '@vitrine/contract/tools';
import { callTool } from '../harness/ai-keys.js';
import { parseSchema } from './json-schema.js';
import { nearlyValid } from './nearly-valid.js';
import { toArbitrary } from './to-arbitrary.js';
import { openWorld, type World } from './world.js';

const RUNS = 5;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const NOUNS = [
  [/media|upload/, 'media'],
  [/playlist/, 'playlist'],
  [/./, 'campaign'],
] as const;

const nounOf = (name: string): string => NOUNS.find(([pattern]) => pattern.test(name))?.[1] ?? '';

function argumentsOf(name: string, { input }: Tool): fc.Arbitrary<unknown> {
  const schema = parseSchema(input);
  const valid = toArbitrary(schema, { noun: nounOf(name), key: '' });
  return fc.oneof({ weight: 2, arbitrary: valid }, { weight: 1, arbitrary: nearlyValid(schema, valid) });
}

type Answer = Awaited<ReturnType<typeof callTool>>;

function findFault(row: Tool, { status, json, data, text, isError }: Answer, said: string): string | undefined {
  const whole = JSON.stringify(json);
  const canary = world.findCanary(whole, said);
  if (canary !== undefined) return `another merchant's ${canary}`;
  const secret = world.findSecret(whole);
  if (secret !== undefined) return `holds ${secret}`;
  if (status !== 200 && status !== 413) return `status ${status}`;
  if (text.includes('Something went wrong on our side')) return 'failed inside';
  if (isError || status === 413) return undefined;
  const [first] = json['error'] === undefined ? Value.Errors(row.output, data) : [];
  return first === undefined ? undefined : `not as its schema says: ${JSON.stringify(first)}`;
}

test.each(Object.entries<Tool>(tools))('%s', async (name, row) => {
  const [key = ''] = world.pools.all('ai-key');
  const faults: string[] = [];
  await fc.assert(
    fc.asyncProperty(argumentsOf(name, row), async (made) => {
      const said = world.pools.fill(JSON.stringify(made ?? {}), (value) => JSON.stringify(value).slice(1, -1));
      const given: unknown = JSON.parse(said);
      const answer = await callTool(world.service.url, key, name, Object(given));
      const fault = findFault(row, answer, said);
      if (fault !== undefined) faults.push(`${fault}: ${said}`);
    }),
    { numRuns: RUNS, seed: 20_260_728 },
  );
  assert.deepEqual(faults, []);
});

test('a planted foreign name, a leaked key, a failure and a wrong shape are each found', async () => {
  const [key = ''] = world.pools.all('ai-key');
  const good = await callTool(world.service.url, key, 'list_tags', {});
  const judge = (planted: Partial<Answer>) => findFault(tools.list_tags, { ...good, ...planted }, '');
  assert.equal(judge({}), undefined);
  assert.match(judge({ json: { result: world.marks()[0] } }) ?? '', /^another merchant's/);
  assert.equal(judge({ json: { result: key } }), 'holds a key for an assistant');
  assert.equal(judge({ text: 'Something went wrong on our side.' }), 'failed inside');
  assert.equal(judge({ status: 500 }), 'status 500');
  assert.match(judge({ data: { items: 'none' } }) ?? '', /^not as its schema says/);
});
