import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { until } from '../../../tests/harness/until.js';
import { openMailer } from './open-mailer.js';
import { writeMail } from './write-mail.js';

let server: MailServer;
beforeAll(async () => void (server = await startMailServer()));
afterAll(() => server.close());

const SECRET = 'https://vitrine.example/reset#secret-of-a-link';

const mailTo = (to: string, greeting = 'Ada') =>
  writeMail({
    kind: 'reset',
    to,
    subject: 'A new password — for you',
    greeting,
    says: ['You can choose a new password.'],
    link: { label: 'Choose it', url: SECRET },
    why: 'It was asked for. If it was not you, leave it.',
  });

const logged = () => {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }) };
};

test('a mail comes as text and as HTML, from the sender that is set, and names in it are text alone', async () => {
  const mailer = server.openMailer();
  const name = '<img src=x onerror=alert(1)>\r\nBcc: evil@example.com';
  assert.equal(await mailer.send(mailTo('ada@example.com', name)), 'taken');
  const mail = await server.newestTo('ada@example.com');
  assert.deepEqual([mail.to, mail.from], [['ada@example.com'], 'no-reply@vitrine.example']);
  assert.equal(mail.subject, 'A new password — for you');
  assert.equal(
    mail.text.trim(),
    [
      'Hello <img src=x onerror=alert(1)> Bcc: evil@example.com,',
      'You can choose a new password.',
      SECRET,
      '--',
      'It was asked for. If it was not you, leave it.',
    ].join('\n\n'),
  );
  assert.ok(mail.html.includes(`<a href="${SECRET}"`));
  assert.equal(mail.html.includes('<img'), false);
  assert.match(mail.headers, /^Auto-Submitted: auto-generated/m);
  assert.deepEqual(mailer.counts(), [{ kind: 'reset', outcome: 'sent', count: 1 }]);
});

test('an address is one recipient, whatever is in it', async () => {
  await server.openMailer().send(mailTo('one@example.com, two@example.com'));
  assert.deepEqual(
    server.received.filter(({ to }) => to.includes('two@example.com') || to.includes('one@example.com')),
    [],
  );
});

test('what is refused for now is tried again, at most three times; the log has the code and neither whom nor what', async () => {
  const { lines, log } = logged();
  const mailer = server.openMailer(log);
  server.refusals.push(451, 451);
  assert.equal(await mailer.send(mailTo('later@example.com')), 'taken');
  server.refusals.push(451, 451, 451);
  assert.equal(await mailer.send(mailTo('never@example.com')), 'failed');
  assert.equal(server.received.filter(({ to }) => to.includes('never@example.com')).length, 0);
  const text = lines.join('');
  assert.equal(text.match(/"responseCode":451/g)?.length, 5);
  expect(text).not.toMatch(/example\.com|secret-of-a-link/);
  assert.deepEqual(mailer.counts(), [
    { kind: 'reset', outcome: 'sent', count: 1 },
    { kind: 'reset', outcome: 'failed', count: 1 },
  ]);
});

test('what is refused for good is not tried again', async () => {
  const { lines, log } = logged();
  server.refusals.push(550);
  assert.equal(await server.openMailer(log).send(mailTo('gone@example.com')), 'refused');
  assert.equal(lines.join('').match(/"responseCode"/g)?.length, 1);
});

test('a mail server without TLS gets nothing where TLS is required', async () => {
  const mailer = openMailer({ ...server.config, requiresTls: true }, pino({ enabled: false }), { waitsMs: [] });
  assert.equal(await mailer.send(mailTo('clear@example.com')), 'refused');
  assert.equal(server.received.filter(({ to }) => to.includes('clear@example.com')).length, 0);
});

test('who stops waits for what is on its way, and not for what waits for its turn', async () => {
  const silent: Socket[] = [];
  const mute = createServer((socket) => void silent.push(socket)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const mailer = openMailer({ ...server.config, port }, pino({ enabled: false }), { waitsMs: [3_600_000] });
  const sending = Array.from({ length: 20 }, (_, at) => mailer.send(mailTo(`waits-${at}@example.com`)));
  await until(() => silent.length === 2);
  mailer.stop();
  for (const socket of silent) socket.destroy();
  assert.deepEqual(new Set(await Promise.all(sending)), new Set(['failed']));
  assert.equal(silent.length, 2);
  mute.close();
});

test('who stops is not held by what waits for its next try', async () => {
  const mailer = openMailer({ ...server.config, port: 1 }, pino({ enabled: false }), { waitsMs: [3_600_000] });
  const sending = mailer.send(mailTo('stopped@example.com'));
  mailer.stop();
  assert.equal(await sending, 'failed');
});
