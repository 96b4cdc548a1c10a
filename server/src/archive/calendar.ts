// Moments as the archive writes them.
import { isReal } from '../flight-moment.js';

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?Z$/;

export function isTimestamp(text: string): boolean {
  const seconds = TIMESTAMP.exec(text)?.[1];
  return seconds !== undefined && isReal(seconds);
}

// Cut to the millisecond, not rounded: the last moment of the year 9999 stays in it.
export function toMilliseconds(timestamp: string): string {
  const [, seconds = '', fraction = ''] = TIMESTAMP.exec(timestamp) ?? [];
  return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
