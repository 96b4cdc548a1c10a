import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { PAIRINGS_PER_ADDRESS_MAX, WRONG_PAIRING_CODES_PER_PERSON_MAX } from '@vitrine/contract/screen-limits';
import { activityOf, newPerson, type TestPerson } from '../../../tests/harness/console.js';
import { askScreens, newPairing, newScreen, screenCalls } from '../../../tests/harness/screens.js';
import { useService } from '../../../tests/harness/service.js';
import { newStudio, statusesOf } from '../../../tests/harness/studio.js';
import { createPairingWaits } from './pairing-waits.js';
import { until } from '../../../tests/harness/until.js';

const service = useService();

const aScreen = (code: string, over: object = {}) => ({
  id: randomUUID(),
  code,
  name: 'Window',
  orientation: 'landscape',
  timeZone: null,
  tags: [],
  ...over,
});

const WRONG = {
  error: 'unprocessable',
  message: 'No screen shows this code, or not any more. Look at the screen again: a code works for ten minutes.',
  code: 'pairing_code',
};

test('a browser shows six characters, somebody types them in the console, and the secret is the key of a screen', async () => {
  const { ada, shop } = await newStudio(service);
  const started = await askScreens(service.url, 'POST', '/pairings');
  assert.equal(started.status, 200, started.text);
  const { code, secret } = started.json as { code: string; secret: string };
  assert.match(code, /^[34679ACDEFGHJKMNPQRTVWXY]{6}$/);
  assert.match(secret, /^vitrine_screen_[\w-]{43}$/);
  const expiresAt = '2026-06-15T12:10:30.000Z';
  assert.deepEqual(started.body, { code, secret, expiresAt });
  const television = screenCalls(service.url, secret);
  assert.deepEqual((await television.get('/pairing')).body, { state: 'waiting', code, expiresAt });
  assert.equal((await television.get('/program')).status, 401);
  // In small letters and with a space, as people type.
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase();
  const added = await ada.post('/screens', aScreen(typed, { name: '  Window  ', tags: ['Bread'] }));
  const screen = {
    id: added.json['id'],
    name: 'Window',
    orientation: 'landscape',
    timeZone: null,
    tags: ['Bread'],
    revision: 1,
    createdAt: '2026-06-15T12:00:30.000Z',
    pairedAt: '2026-06-15T12:00:30.000Z',
    state: 'new',
    lastSeenAt: null,
    playing: null,
    playerVersion: null,
    storesFiles: null,
    freeBytes: null,
    width: null,
    height: null,
    faults: [],
  };
  assert.deepEqual([added.status, added.body], [200, screen]);
  assert.deepEqual((await ada.get('/screens')).body, { items: [screen], screensMax: null });
  assert.deepEqual((await television.get('/pairing')).body, { state: 'paired', isDemo: false });
  assert.equal((await television.get('/program')).status, 200);
  const entry = ['screen.added', 'Ada Staff', { screenId: screen.id, name: 'Window' }];
  assert.deepEqual((await activityOf(service, shop.id)).at(-1), entry);
});

test('who waits for the code to be typed is answered at once, also on another instance', async () => {
  const { ada } = await newStudio(service);
  const { code, secret } = await newPairing(service);
  const waiting = screenCalls(await service.newInstance(), secret).get('/pairing?wait=25');
  const here = [1, 2].map(() => screenCalls(service.url, secret).get('/pairing?wait=25'));
  // One for a code at an instance: who comes beside it has no place of a screen's, and is answered at once.
  assert.deepEqual((await Promise.race(here)).json['state'], 'waiting');
  await ada.post('/screens', aScreen(code));
  assert.deepEqual((await waiting).json['state'], 'paired');
  const states = (await Promise.all(here)).map(({ json }) => String(json['state']));
  assert.deepEqual(states.sort(), ['paired', 'waiting']);
});

test('browsers that nobody knows wait in places of their own, and give them back', () => {
  const waits = createPairingWaits(2);
  const [leave, other] = [waits.enter('a'), waits.enter('b')];
  assert.ok(leave !== undefined && other !== undefined);
  assert.deepEqual([waits.enter('a'), waits.enter('c')], [undefined, undefined]);
  leave();
  assert.ok(waits.enter('c'));
  assert.equal(waits.enter('d'), undefined);
});

test('of two merchants who type one code at once, one has the screen', async () => {
  const [one, other] = [await newStudio(service), await newStudio(service)];
  for (let round = 0; round < 5; round += 1) {
    const { code } = await newPairing(service);
    const people: TestPerson[] = [one.ada, other.ada, one.bob, other.bob];
    const answers = await Promise.all(people.map((person) => person.post('/screens', aScreen(code))));
    assert.deepEqual(statusesOf(answers), [200, 422, 422, 422]);
  }
  const counts = await Promise.all([one, other].map(async ({ ada }) => (await ada.get('/screens')).json['items']));
  assert.equal(counts.flat().length, 5);
});

test('a code ends after ten minutes, is taken once, and the same request again is answered the same', async () => {
  const { ada } = await newStudio(service);
  const old = await newPairing(service);
  service.clock.advance(10 * 60_000);
  const late = await ada.post('/screens', aScreen(old.code));
  assert.deepEqual([late.status, late.body], [422, WRONG]);
  const gone = await old.get('/pairing?wait=25');
  assert.deepEqual([gone.status, gone.body], [404, { error: 'not_found', message: 'There is no such pairing.' }]);
  const { code } = await newPairing(service);
  const request = aScreen(code);
  const first = await ada.post('/screens', request);
  assert.deepEqual((await ada.post('/screens', request)).body, first.body);
  assert.equal((await ada.post('/screens', aScreen(code))).status, 422);
  const { code: unclaimed } = await newPairing(service);
  const clash = await ada.post('/screens', { ...request, code: unclaimed });
  assert.deepEqual([clash.status, clash.json['code']], [409, 'id_conflict']);
});

test('guesses are few: for a person, and right codes do not count', async () => {
  const { ada, shop } = await newStudio(service);
  const guess = () => ada.post('/screens', aScreen('AAAAAA'));
  for (let at = 0; at < WRONG_PAIRING_CODES_PER_PERSON_MAX; at += 1) {
    assert.equal((await ada.post('/screens', aScreen((await newPairing(service)).code))).status, 200);
    assert.equal((await guess()).status, 422);
  }
  const refused = await guess();
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '900']);
  assert.equal((await ada.post('/screens', aScreen((await newPairing(service)).code))).status, 429);
  // Somebody else of the merchant goes on, until the merchant's own number is used up.
  const eve = await newPerson(service, { [shop.id]: 'staff' });
  assert.equal((await eve.post('/screens', aScreen('AAAAAA'))).status, 422);
});

test('guesses with the id of a screen that is there are few as well', async () => {
  const { ada } = await newStudio(service);
  const known = aScreen((await newPairing(service)).code);
  assert.equal((await ada.post('/screens', known)).status, 200);
  const living = (await newPairing(service)).code;
  const statuses = [];
  for (let at = 0; at <= WRONG_PAIRING_CODES_PER_PERSON_MAX; at += 1) {
    statuses.push((await ada.post('/screens', { ...known, code: at === 0 ? living : 'AAAAAA' })).status);
  }
  assert.deepEqual(statuses, [409, ...Array.from({ length: WRONG_PAIRING_CODES_PER_PERSON_MAX - 1 }, () => 200), 429]);
});

test('an address asks for a number of codes, and is told when it may ask again', async () => {
  const ask = () => askScreens(service.url, 'POST', '/pairings');
  const statuses = [];
  for (let at = 0; at <= PAIRINGS_PER_ADDRESS_MAX; at += 1) statuses.push((await ask()).status);
  assert.equal(statuses.at(-1), 429);
  assert.ok(statuses.filter((status) => status === 200).length >= PAIRINGS_PER_ADDRESS_MAX - 2);
  service.clock.advance(15 * 60_000);
  assert.equal((await ask()).status, 200);
});

test('another browser takes the place of a screen, and the key of the first is dead on every instance', async () => {
  const { ada, shop } = await newStudio(service);
  const screen = await newScreen(service, shop.id);
  const other = screenCalls(await service.newInstance(), screen.key);
  const { version } = (await other.get('/program')).json;
  const waiting = other.get('/program?wait=25', { 'if-none-match': `"${String(version)}"` });
  const { code, secret } = await newPairing(service);
  const paired = await ada.post(`/screens/${screen.id}/pair`, { code });
  assert.deepEqual([paired.status, paired.json['id']], [200, screen.id]);
  assert.equal((await waiting).status, 401);
  assert.equal((await screen.get('/program')).status, 401);
  assert.equal((await screenCalls(service.url, secret).get('/program')).status, 200);
});

test('a screen that is removed is dark at once, where it waits and where it asks', async () => {
  const { ada, shop } = await newStudio(service);
  const screen = await newScreen(service, shop.id);
  const other = screenCalls(await service.newInstance(), screen.key);
  const { version } = (await other.get('/program')).json;
  const waiting = other.get('/program?wait=25', { 'if-none-match': `"${String(version)}"` });
  assert.deepEqual((await ada.remove(`/screens/${screen.id}`)).body, { id: screen.id });
  const dark = await waiting;
  assert.deepEqual([dark.status, dark.headers.get('www-authenticate')], [401, 'Bearer']);
  await until(async () => (await other.post('/plays', { batch: 1, plays: [] })).status === 401);
  assert.equal((await screen.get('/pairing')).status, 404);
  assert.equal((await ada.remove(`/screens/${screen.id}`)).status, 404);
});

test('the plan says how many screens there may be, also under a race', async () => {
  const { ada, bob, shop } = await newStudio(service);
  await service.db.rows({ text: 'update merchants set screens_max = 2 where id = $1', values: [shop.id] });
  const codes = await Promise.all([0, 1, 2, 3].map(() => newPairing(service)));
  const answers = await Promise.all(
    codes.map(({ code }, at) => (at % 2 === 0 ? ada : bob).post('/screens', aScreen(code))),
  );
  assert.deepEqual(statusesOf(answers), [200, 200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  assert.deepEqual(refused?.body, {
    error: 'conflict',
    message: 'The plan of the merchant allows 2 screens. Remove one first, or ask the operator.',
    code: 'plan',
  });
});
