import { connect } from 'node:net';
import { findAnswers, type WireAnswer } from './find-answers.js';

export type Sending = {
  readonly port: number;
  readonly bytes: Buffer;
  // HEAD is answered without a body, whatever the headers say.
  readonly method: string;
  // `answer`: until one answer is whole. `quiet`: until one is, and nothing more comes. `end`: the same, and what gets none is
  // ended: it may be half a request, for which a server waits. `early`: the connection is cut at once.
  readonly until: 'answer' | 'quiet' | 'end' | 'early';
  readonly msMax: number;
};

// Late: the server has neither answered nor closed in time.
export type Exchanged = { readonly answers: WireAnswer[]; readonly isLate: boolean };

const QUIET_MS = 120;
const EARLY_MS = 5;

// Bytes out, answers in, over a connection of their own. Nothing in between, so that anything can be sent.
export function exchange({ port, bytes, method, until, msMax }: Sending): Promise<Exchanged> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    let isAnswered = false;
    let timer: NodeJS.Timeout;
    const wait = (ms: number, then: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(then, ms);
    };
    const finish = (isLate: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answers: findAnswers(received, method, true), isLate });
    };
    const end = (): void => {
      socket.end();
      wait(msMax, () => finish(true));
    };
    wait(msMax, () => finish(true));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (findAnswers(received, method, false).length === 0) return;
      isAnswered = true;
      if (until === 'quiet' || until === 'end') wait(QUIET_MS, () => finish(false));
      else finish(false);
    });
    socket.on('close', () => finish(false));
    // A server that has refused may close on what it did not read.
    socket.on('error', () => {});
    socket.write(bytes, () => {
      if (isAnswered || socket.destroyed) return;
      if (until === 'end') wait(QUIET_MS, end);
      if (until === 'early') wait(EARLY_MS, () => finish(false));
    });
  });
}
