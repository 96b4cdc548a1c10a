import { pino, type Logger } from 'pino';
import { systemClock } from './clock.js';

export type Log = Logger;

const STANDARD_ERROR = 2;
const OPTIONS = { timestamp: () => timeOf(systemClock.now()) };

// Lines are gathered and written some forty at a time, without waiting for the disk or the pipe: one by one they were 5 %
// of a page and 9 % of a single item. A line waits no longer than this; when the process ends, also by an error that
// nobody caught, all are written first (pino does that). Only what kills it outright loses the last moment's.
const GATHER = { sync: false, minLength: 8192, periodicFlush: 200 } as const;
// What a pipe keeps together (PIPE_BUF): lines of several workers do not mix.
const GATHER_LESS = { ...GATHER, minLength: 2048, maxWrite: 4096 } as const;

// JSON for machines, lines for a person at a terminal; on standard error, so that what a command prints stays clean.
// What could hold a secret is never handed to it: no URL, no header, no body.
export async function createLog(level: string, worker?: number): Promise<Log> {
  const options = { ...OPTIONS, base: worker === undefined ? null : { worker }, level };
  if (!process.stderr.isTTY) {
    const gather = worker === undefined ? GATHER : GATHER_LESS;
    return pino(options, pino.destination({ ...gather, dest: STANDARD_ERROR }));
  }
  // Only a terminal needs it: 40 ms of a start.
  const { default: pretty } = await import('pino-pretty');
  const look = { ignore: 'reqId', singleLine: true, translateTime: 'SYS:HH:MM:ss' };
  return pino(options, pretty({ ...look, destination: STANDARD_ERROR, sync: true }));
}

let second = Number.NaN;
let textOfSecond = '';

// As pino's own isoTime writes it, but for the text of a second, which is made once: made for each line, it was a fifth of
// what the line costs.
export function timeOf(now: number): string {
  const ms = now % 1000;
  if (now - ms !== second) {
    second = now - ms;
    textOfSecond = new Date(second).toISOString().slice(0, -'000Z'.length);
  }
  return `,"time":"${textOfSecond}${String(ms).padStart(3, '0')}Z"`;
}
