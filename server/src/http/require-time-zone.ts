import { isTimeZone } from '@vitrine/contract/local-time';
import { unprocessable } from '../errors.js';

export function requireTimeZone(timeZone: string | null | undefined): void {
  if (timeZone === null || timeZone === undefined || isTimeZone(timeZone)) return;
  throw unprocessable('timeZone: must be a zone of the IANA list, such as Europe/Paris.');
}
