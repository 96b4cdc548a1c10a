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

const RUNS = 10;
// Calls that are all refused at the door find nothing behind it. About half of what a run has.
const TAKEN_MIN = 20;
const FOREIGN_MIN = 25;

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
  if (isError || status === 413 || json['error'] !== undefined) return undefined;
  const taken = findTaken(said, data);
  if (taken !== undefined) return `takes another merchant's ${taken}`;
  const [first] = Value.Errors(row.output, data);
  return first === undefined ? undefined : `not as its schema says: ${JSON.stringify(first)}`;
}

// What is another merchant's is refused, or said to be missing.
function findTaken(said: string, { missing }: Answer['data']): string | undefined {
  const absent = Array.isArray(missing) ? missing : [];
  return world.marks().find((mark) => said.toLowerCase().includes(mark) && !absent.includes(mark));
}

const isTaken = ({ status, json, isError }: Answer): boolean =>
  status === 200 && !isError && json['error'] === undefined;

const seen = { taken: 0, foreign: 0 };

test.each(Object.entries<Tool>(tools))('%s', async (name, row) => {
  const [key = ''] = world.pools.all('ai-key');
  const faults: string[] = [];
  await fc.assert(
    fc.asyncProperty(argumentsOf(name, row), async (made) => {
      const own = JSON.stringify(made ?? {});
      // The same about another merchant's things.
      const foreign = own.replaceAll('{{id:', '{{other id:');
      for (const text of new Set([own, foreign])) {
        const said = world.pools.fill(text, (value) => JSON.stringify(value).slice(1, -1));
        const answer = await callTool(world.service.url, key, name, Object(JSON.parse(said)));
        const fault = findFault(row, answer, said);
        if (fault !== undefined) faults.push(`${fault}: ${said}`);
        if (isTaken(answer)) seen.taken += 1;
        if (text !== own) seen.foreign += 1;
      }
    }),
    { numRuns: RUNS, seed: 20_260_728 },
  );
  assert.deepEqual(faults, []);
});

test("enough calls got through, and enough were about what is another merchant's", () => {
  assert.ok(seen.taken >= TAKEN_MIN, `${seen.taken} were taken`);
  assert.ok(seen.foreign >= FOREIGN_MIN, `${seen.foreign} were about another merchant's`);
});

test('a planted foreign name, a foreign thing that is taken, a leaked key, a failure and a wrong shape are each found', async () => {
  const [key = ''] = world.pools.all('ai-key');
  const good = await callTool(world.service.url, key, 'list_tags', {});
  const judge = (planted: Partial<Answer>, said = '') => findFault(tools.list_tags, { ...good, ...planted }, said);
  const [foreign = ''] = world.marks();
  assert.equal(judge({}), undefined);
  assert.match(judge({ json: { result: foreign } }) ?? '', /^another merchant's/);
  assert.equal(judge({}, `{"id":"${foreign.toUpperCase()}"}`), `takes another merchant's ${foreign}`);
  assert.equal(judge({ isError: true }, `{"id":"${foreign}"}`), undefined);
  assert.equal(judge({ json: { result: key } }), 'holds a key for an assistant');
  assert.equal(judge({ text: 'Something went wrong on our side.' }), 'failed inside');
  assert.equal(judge({ status: 500 }), 'status 500');
  assert.match(judge({ data: { items: 'none' } }) ?? '', /^not as its schema says/);
});
