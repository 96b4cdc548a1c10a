import assert from 'node:assert/strict';
import {
  ConflictError,
  ConnectionError,
  RateLimitedError,
  UnauthorizedError,
  UnprocessableError,
} from '@vitrine/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeOnce } from './make-once.js';
import { forgetUnanswered } from './unanswered.js';

let sent: string[] = [];
beforeEach(() => void (sent = []));
afterEach(() => {
  forgetUnanswered();
  vi.restoreAllMocks();
});

// One press, and what comes back.
const press = (answer?: Error, what = 'a copy'): Promise<string> =>
  makeOnce(what, (id) => {
    sent.push(id);
    return answer === undefined ? Promise.resolve(id) : Promise.reject(answer);
  });
const lose = (): Promise<void> => expect(press(new ConnectionError('lost'))).rejects.toThrow('lost');

test('what was not answered goes out under its id again, and what was answered under another', async () => {
  await lose();
  await press();
  await press();
  assert.ok(sent[0] === sent[1] && sent[1] !== sent[2], sent.join(' '));
});

test('ten minutes later it is another one', async () => {
  await lose();
  const then = Date.now() + 10 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(then);
  await press();
  assert.notEqual(sent[1], sent[0]);
});

test('so it is for whoever signs in next, also when the answer was lost after the one before had gone', async () => {
  await lose();
  let fail = (_thrown: Error): void => {};
  const late = makeOnce('another copy', (id) => {
    sent.push(id);
    return new Promise((_, reject) => void (fail = reject));
  });
  forgetUnanswered();
  fail(new ConnectionError('lost'));
  await expect(late).rejects.toThrow('lost');
  await press();
  await press(undefined, 'another copy');
  assert.equal(new Set(sent).size, 4);
});

test.each([
  ['has to sign in first', new UnauthorizedError('who?', { status: 401 })],
  ['has to wait', new RateLimitedError('wait', { status: 429 })],
])('whoever presses again and %s has the same id afterwards', async (_name, answer) => {
  await lose();
  await expect(press(answer)).rejects.toThrow(answer.message);
  await press();
  assert.equal(new Set(sent).size, 1);
});

test('what cannot be is forgotten, and what is refused before anything was lost', async () => {
  await lose();
  await expect(press(new UnprocessableError('no', { status: 422 }))).rejects.toThrow('no');
  await expect(press(new UnauthorizedError('who?', { status: 401 }))).rejects.toThrow('who?');
  await press();
  assert.equal(sent[0], sent[1]);
  assert.equal(new Set(sent).size, 3);
});

test('the one that is made where the first has changed is made once as well', async () => {
  const changed = new ConflictError('changed', { status: 409, code: 'id_conflict' });
  await lose();
  const answers = [changed, new ConnectionError('lost again')];
  const again = makeOnce('a copy', (id) => {
    sent.push(id);
    return Promise.reject(answers.shift() ?? new Error('one too many'));
  });
  await expect(again).rejects.toThrow('lost again');
  await press();
  const [first, conflicting, second, last] = sent;
  assert.ok(first === conflicting && second !== first && last === second, sent.join(' '));
});
