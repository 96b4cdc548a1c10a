// What programs that want to connect send, and what stands behind the ? of the page that they send people to: whatever it is, the
// answer is OAuth's, never a failure of ours, and never a token for what nobody has allowed.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { OAUTH_PATH } from '@vitrine/contract/endpoint';
import { askedFor, form, newClientId, REDIRECT, sendForm, VERIFIER } from '../harness/connections.js';
import { ask, newPerson } from '../harness/console.js';
import { useService } from '../harness/service.js';
import { hostileValue } from './hostile.js';

const RUNS = 60;
const TAKEN_MIN = 5;
const MINUTE_MS = 60_000;
const service = useService();

type Answer = { readonly status: number; readonly json: Readonly<Record<string, unknown>>; readonly text: string };

const REFUSALS = new Set([400, 413, 429]);
// RFC 6749, 5.2.
const NAME = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

function findFault({ status, json, text }: Answer, good: readonly number[]): string | undefined {
  if (/vitrine_(?:ai|refresh)_/.test(text)) return 'gives a token';
  if (good.includes(status)) return undefined;
  if (!REFUSALS.has(status)) return `status ${status}`;
  const words = [json['error'], json['error_description']];
  const isWhole = words.every((word) => typeof word === 'string' && NAME.test(word));
  return isWhole ? undefined : 'is no refusal of OAuth';
}

// Also how many were taken: where all are refused at the door, nothing is said about what is behind it.
async function tryMany<Made>(
  made: fc.Arbitrary<Made>,
  send: (given: Made) => Promise<Answer>,
  good: readonly number[],
): Promise<{ readonly faults: readonly string[]; readonly taken: number }> {
  const faults: string[] = [];
  let taken = 0;
  const property = fc.asyncProperty(made, async (given) => {
    // Who is stopped for too many sees nothing else.
    service.clock.advance(MINUTE_MS);
    const answer = await send(given);
    const fault = findFault(answer, good);
    if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify(given)} ${answer.text}`);
    if (good.includes(answer.status)) taken += 1;
  });
  await fc.assert(property, { numRuns: RUNS, seed: 20_261_116 });
  return { faults, taken };
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  hostileValue.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  fc.constantFrom('', VERIFIER, REDIRECT, 'authorization_code', 'refresh_token', `vitrine_refresh_${'A'.repeat(86)}`),
);

// The right ones with some that are not, and now and then one twice.
const fields = (names: readonly string[], right: Readonly<Record<string, string>>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.subarray([...names]),
      fc.dictionary(fc.constantFrom(...names, '__proto__', 'x'), oddText, { maxKeys: 3 }),
      fc.boolean(),
    )
    .map(([kept, odd, isTwice]) => {
      const sent = form({ ...Object.fromEntries(kept.map((name) => [name, right[name]])), ...odd });
      return isTwice ? `${sent}&${sent}` : sent;
    });

test('at the tokens', async () => {
  const right = { grant_type: 'authorization_code', client_id: await newClientId(service), code: 'A'.repeat(43) };
  const names = [
    'grant_type',
    'client_id',
    'code',
    'redirect_uri',
    'code_verifier',
    'refresh_token',
    'scope',
    'resource',
  ];
  const made = fields(names, { ...right, redirect_uri: REDIRECT, code_verifier: VERIFIER });
  const { faults } = await tryMany(made, (body) => sendForm(service, `${OAUTH_PATH}/token`, body), []);
  assert.deepEqual(faults, []);
});

test('at the end of tokens', async () => {
  const made = fields(['token', 'client_id'], { token: `vitrine_ai_${'A'.repeat(43)}`, client_id: 'x' });
  const { faults, taken } = await tryMany(made, (body) => sendForm(service, `${OAUTH_PATH}/revoke`, body), [200]);
  assert.deepEqual(faults, []);
  assert.ok(taken >= TAKEN_MIN, `${taken} were taken`);
});

test('at the registration', async () => {
  const made = fc.record(
    {
      redirect_uris: fc.oneof(fc.constant([REDIRECT]), fc.array(oddText, { maxLength: 12 }), hostileValue),
      client_name: fc.oneof(fc.constant('Desk'), hostileValue),
      grant_types: fc.oneof(fc.constant(['authorization_code', 'refresh_token']), hostileValue),
    },
    { requiredKeys: [] },
  );
  const send = (body: unknown) => ask(service.url, 'POST', `${OAUTH_PATH}/register`, { body });
  const { faults, taken } = await tryMany(made, send, [201]);
  assert.deepEqual(faults, []);
  assert.ok(taken >= TAKEN_MIN, `${taken} were taken`);
});

test('at the page: nobody but who has named the address is led back to it', async () => {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: 'staff' });
  const right = Object.fromEntries(new URLSearchParams(askedFor(await newClientId(service))));
  const made = fields(Object.keys(right), right);
  const faults: string[] = [];
  let taken = 0;
  const property = fc.asyncProperty(made, async (asked) => {
    const answer = await person.post('/connections/asked', { asked });
    const { back } = answer.json;
    const isLed = typeof back === 'string' && !back.startsWith(`${REDIRECT}?`);
    if (isLed || ![200, 400].includes(answer.status)) faults.push(`${answer.text}: ${asked}`);
    if (answer.status === 200) taken += 1;
  });
  await fc.assert(property, { numRuns: RUNS, seed: 20_261_116 });
  assert.deepEqual(faults, []);
  assert.ok(taken >= TAKEN_MIN, `${taken} were taken`);
});

test('a planted failure, a token and a refusal of another shape are each found', () => {
  const answer = { status: 400, json: { error: 'invalid_grant', error_description: 'No.' }, text: '' };
  assert.equal(findFault(answer, []), undefined);
  assert.equal(findFault({ ...answer, status: 500 }, []), 'status 500');
  assert.equal(findFault({ ...answer, text: 'vitrine_ai_x' }, []), 'gives a token');
  assert.equal(findFault({ ...answer, json: { error: 'internal', message: 'x' } }, []), 'is no refusal of OAuth');
  assert.equal(findFault({ ...answer, status: 200 }, []), 'status 200');
});
