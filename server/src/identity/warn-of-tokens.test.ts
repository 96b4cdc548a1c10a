import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { isTo, startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { useService } from '../../../tests/harness/service.js';
import { warnOfTokens } from './warn-of-tokens.js';

const DAY_MS = 86_400_000;
const service = useService();
let mails: MailServer;
beforeAll(async () => void (mails = await startMailServer()));
afterAll(() => mails.close());

test('owners and admins are told 14, 7 and 1 days before a token ends, once each, and again where no mail went out', async () => {
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const admin = await newPerson(service, { [shop.id]: 'admin' });
  const staff = await newPerson(service, { [shop.id]: 'staff' });
  const deps = { db: service.db, clock: service.clock, mail: mails.openMailer(), baseUrl: 'https://shop.example' };
  const end = Date.parse(shop.token.expiresAt);
  const warnAt = async (daysBefore: number): Promise<number> => {
    service.clock.set(new Date(end - daysBefore * DAY_MS).toISOString());
    return warnOfTokens(deps);
  };
  assert.equal(await warnAt(15), 0);
  // A server that takes none of them for now: the next round tells.
  mails.refusals.push(550, 550);
  assert.equal(await warnAt(14), 0);
  assert.equal(await warnAt(14), 1);
  const mail = await mails.newestTo(owner.email);
  assert.equal(mail.subject, 'A token of Corner Bakery will stop working soon');
  assert.match(mail.text, /• Web shop: works until 1 August 2026/);
  assert.match(mail.text, /https:\/\/shop\.example\/settings\/integrations/);
  const rounds = [];
  for (const days of [13.9, 8, 7, 6.5, 1.1, 1, 0.5]) rounds.push(await warnAt(days));
  assert.deepEqual(rounds, [0, 0, 1, 0, 0, 1, 0]);
  for (const { email } of [owner, admin]) assert.equal(mails.received.filter((one) => isTo(one, email)).length, 3);
  assert.equal(mails.received.filter((one) => isTo(one, staff.email)).length, 0);
});

test('where one of them cannot be told for now, all are once more; who is refused for good is not waited for', async () => {
  const shop = await service.newMerchant();
  const managers = [await newPerson(service, { [shop.id]: 'owner' }), await newPerson(service, { [shop.id]: 'admin' })];
  const deps = { db: service.db, clock: service.clock, mail: mails.openMailer(), baseUrl: 'https://shop.example' };
  const end = Date.parse(shop.token.expiresAt);
  // How many mails each has after a round.
  const warnAt = async (daysBefore: number, ...refusals: number[]): Promise<number[]> => {
    service.clock.set(new Date(end - daysBefore * DAY_MS).toISOString());
    mails.refusals.push(...refusals);
    await warnOfTokens(deps);
    return managers.map(({ email }) => mails.subjectsTo(email).length).toSorted((a, b) => a - b);
  };
  assert.deepEqual(await warnAt(14, 451, 451, 451), [0, 1]);
  assert.deepEqual(await warnAt(13.9), [1, 2]);
  assert.deepEqual(await warnAt(13.8), [1, 2]);
  assert.deepEqual(await warnAt(7, 451, 451, 451), [1, 3]);
  assert.deepEqual(await warnAt(6.9, 451, 451, 451), [1, 4]);
  assert.deepEqual(await warnAt(6.8), [1, 4]);
  assert.deepEqual(await warnAt(1, 550), [1, 5]);
  assert.deepEqual(await warnAt(0.9), [1, 5]);
});
