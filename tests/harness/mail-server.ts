// A real mail server on loopback, which keeps what it is sent.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { openMailer } from '../../server/src/mail/open-mailer.js';
import type { Log } from '../../server/src/log.js';
import { until } from './until.js';

export type Received = {
  readonly to: readonly string[];
  readonly from: string;
  readonly headers: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export async function startMailServer() {
  const received: Received[] = [];
  // What the next mails are answered with instead of being taken.
  const refusals: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      void buffer(stream).then((bytes) => {
        const refusal = refusals.shift();
        if (refusal !== undefined) return done(Object.assign(new Error('not now'), { responseCode: refusal }));
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, from: envelope.mailFrom === false ? '' : envelope.mailFrom.address, ...parse(bytes) });
        done();
      });
    },
  });
  server.on('error', () => {}); // a client that hangs up
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const config = {
    host: '127.0.0.1',
    port,
    isSecure: false,
    requiresTls: false,
    user: undefined,
    password: undefined,
    from: 'Vitrine <no-reply@vitrine.example>',
  };
  return {
    config,
    received,
    refusals,
    openMailer: (log: Log = pino({ enabled: false })) => openMailer(config, log, { waitsMs: [1, 1] }),
    // The newest mail to an address, as soon as there are so many to it; only where no other is on its way meanwhile.
    async newestTo(to: string, count = 1): Promise<Received> {
      const found = (): Received[] => received.filter((mail) => isTo(mail, to));
      await until(() => found().length >= count);
      const mail = found().at(-1);
      if (mail === undefined) throw new Error(`no mail to ${to}`);
      return mail;
    },
    // The mail to an address with this subject: two are sent at a time, and come in any order.
    async mailTo(to: string, subject: string): Promise<Received> {
      const find = (): Received | undefined => received.find((mail) => isTo(mail, to) && mail.subject === subject);
      await until(() => find() !== undefined);
      return find() ?? assert.fail(`no mail «${subject}» to ${to}`);
    },
    subjectsTo: (to: string): string[] => received.filter((mail) => isTo(mail, to)).map(({ subject }) => subject),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

// Mail goes to domains in lower case.
export const isTo = ({ to }: Pick<Received, 'to'>, address: string): boolean =>
  to.some((one) => one.toLowerCase() === address.toLowerCase());

// The secret of the link in a mail.
export const secretIn = ({ text }: Pick<Received, 'text'>): string => /#([\w-]{43})\b/.exec(text)?.[1] ?? '';

function parse(bytes: Buffer): Pick<Received, 'headers' | 'subject' | 'text' | 'html'> {
  const [headers = '', ...rest] = bytes.toString('latin1').split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`).map(decodePart);
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(headers)?.[1] ?? '';
  const textOf = (type: string): string => parts.find((part) => part.type === type)?.text ?? '';
  return { headers, subject: decodeWords(subject), text: textOf('text/plain'), html: textOf('text/html') };
}

function decodePart(part: string): { readonly type: string; readonly text: string } {
  const [head = '', ...rest] = part.trimStart().split('\r\n\r\n');
  const body = rest.join('\r\n\r\n').replace(/\r\n$/, '');
  const type = /Content-Type: ([\w/]+)/i.exec(head)?.[1] ?? '';
  const encoding = /Content-Transfer-Encoding: ([\w-]+)/i.exec(head)?.[1]?.toLowerCase() ?? '7bit';
  if (encoding === 'base64') return { type, text: Buffer.from(body, 'base64').toString() };
  const plain = encoding === 'quoted-printable' ? unquote(body) : body;
  return { type, text: Buffer.from(plain, 'latin1').toString('utf8').replaceAll('\r\n', '\n') };
}

const unquote = (text: string): string =>
  text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

const decodeWords = (text: string): string =>
  text
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/=\?UTF-8\?(Q|B)\?([^?]*)\?= ?/gi, (_, kind: string, words: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(words, 'base64').toString()
        : Buffer.from(unquote(words.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    );
