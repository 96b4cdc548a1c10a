import { connect } from 'node:net';
import { findAnswers, type WireAnswer } from './find-answers.js';

export type Sending = {
  readonly port: number;
  readonly bytes: Buffer;
  // HEAD is answered without a body, whatever the headers say.
  readonly method: string;
  // `answer`: until one answer is whole. `quiet`: until nothing comes any more, then the connection is ended.
  // `early`: the connection is cut at once.
  readonly until: 'answer' | 'quiet' | 'early';
  readonly msMax: number;
};

const QUIET_MS = 120;
const EARLY_MS = 5;

// Bytes out, answers in, over a connection of their own. Nothing in between, so that anything can be sent.
export function exchange({ port, bytes, method, until, msMax }: Sending): Promise<WireAnswer[]> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(findAnswers(received, method, true));
    };
    let timer = setTimeout(finish, msMax);
    const wait = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(finish, ms);
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (until === 'quiet') wait(QUIET_MS);
      else if (findAnswers(received, method, false).length > 0) finish();
    });
    socket.on('close', finish);
    // A server that has refused may close on what it did not read.
    socket.on('error', () => {});
    socket.write(bytes, () => {
      if (until === 'quiet') wait(QUIET_MS);
      if (until === 'early') wait(EARLY_MS);
    });
  });
}
