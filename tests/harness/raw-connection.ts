import { once } from 'node:events';
import { connect } from 'node:net';
import { findAnswers, type WireAnswer } from '../fuzz/find-answers.js';

// One connection, written to bit by bit as a test likes; what the server answers meanwhile, and whether it hangs up.
export async function openConnection(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = Buffer.alloc(0);
  let isClosed = false;
  socket.on('data', (chunk) => (received = Buffer.concat([received, chunk])));
  socket.on('close', () => (isClosed = true));
  // Who goes on sending after the server has closed is reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  // Not by `once` of node:events, to which a reset is a failure.
  const next = (event: 'data' | 'close'): Promise<void> =>
    new Promise((resolve) => socket.once(event, () => resolve()));
  const answers = (): WireAnswer[] => findAnswers(received, 'GET', isClosed);
  return {
    write: (text: string): void => void socket.write(text),
    answers,
    // resolves with so many answers, or with fewer when the server hangs up before
    async untilAnswered(count: number): Promise<WireAnswer[]> {
      while (answers().length < count && !isClosed) await Promise.race([next('data'), next('close')]);
      return answers();
    },
    async untilClosed(): Promise<WireAnswer[]> {
      if (!isClosed) await next('close');
      return answers();
    },
    end: (): void => void socket.destroy(),
  };
}
