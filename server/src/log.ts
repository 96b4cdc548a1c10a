import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

const STANDARD_ERROR = 2;

// JSON for machines, lines for a person at a terminal; on standard error, so that what a command prints stays clean.
// What could hold a secret is never handed to it: no URL, no header, no body.
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const target = { sync: true } as const;
  return process.stderr.isTTY
    ? pino(
        options,
        pretty({
          ...target,
          destination: STANDARD_ERROR,
          ignore: 'reqId',
          singleLine: true,
          translateTime: 'SYS:HH:MM:ss',
        }),
      )
    : pino(options, pino.destination({ ...target, dest: STANDARD_ERROR }));
}
