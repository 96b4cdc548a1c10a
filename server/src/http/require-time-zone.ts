import { isTimeZone } from '@vitrine/contract/local-time';
import { unprocessable } from '../errors.js';

export function requireTimeZone(timeZone: string | null | undefined): void {
  if (timeZone === null || timeZone === undefined || isTimeZone(timeZone)) return;
  throw unprocessable('This time zone is not known. Choose one of the IANA list, such as Europe/Paris.');
}
