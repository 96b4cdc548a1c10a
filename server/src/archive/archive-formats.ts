// What a string of the archive may hold, by the name that the schema gives it.
import { isTokenSecret } from '../identity/token-secret.js';
import { isUuid } from '../ids.js';
import { isFlightMoment } from '../flight-moment.js';
import { isTimestamp } from './calendar.js';
import { isTimeZone } from '../merchants/time-zone.js';
import { findPageUrl } from '../page-url.js';

// PostgreSQL cannot hold a NUL in a text.
const isText = (text: string): boolean => !text.includes('\0');

export const ARCHIVE_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  text: isText,
  name: (text) => isText(text) && text.trim() !== '',
  uuid: isUuid,
  timestamp: isTimestamp,
  'flight-moment': isFlightMoment,
  'time-zone': isTimeZone,
  email: (text) => /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text),
  'token-secret': isTokenSecret,
  'last-four': (text) => /^[A-Za-z0-9_-]{4}$/.test(text),
  sha256: (text) => /^[0-9a-f]{64}$/i.test(text),
  'password-hash': (text) => isText(text) && /^\$argon2(?:id|i|d)\$\S+$/.test(text),
  'web-address': (text) => findPageUrl(text) !== undefined,
  'relative-path': isRelativePath,
};

// Read alike on every system: an archive made on Windows must not climb out of its folder here, nor the other way.
function isRelativePath(text: string): boolean {
  if (!isText(text) || text === '' || /^(?:[/\\]|[A-Za-z]:)/.test(text)) return false;
  return !text.split(/[/\\]/).includes('..');
}
