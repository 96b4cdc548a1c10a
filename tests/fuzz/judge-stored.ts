import { faultAt, textOf, type Fault } from './fault.js';
import type { WireAnswer } from './find-answers.js';
import { isSameSigned, type StoredWire, type Ticket, toWire } from './stored-wire.js';

// What the storage port answers (disk-s3/src/errors.ts), without its own faults.
export const STORAGE_STATUSES = new Set([200, 204, 206, 304, 400, 403, 404, 405, 411, 412, 416]);
const ERROR =
  /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<Error><Code>[A-Za-z]+<\/Code><Message>[^<>&]+<\/Message><RequestId>[0-9A-F]+<\/RequestId><\/Error>$/;

// The storage port's answer to a signed URL that was given out, or to what was made of it.
export function judgeStored(ticket: Ticket, sent: StoredWire, answer: WireAnswer): Fault[] {
  const say = faultAt(`storage ${sent.method}`, answer.status);
  const faults: Fault[] = judgeStorageAnswer(sent.method, answer);
  const original = toWire(ticket);
  const isTaken = answer.status < 400 && !(sent.method === 'OPTIONS' && answer.status === 204);
  if (!isSameSigned(original, sent)) {
    return isTaken ? [...faults, say('accepted against its signature', textOf(answer))] : faults;
  }
  if (sent.method === 'PUT' && sent.body !== original.body && isTaken)
    return [...faults, say('accepted against its signature', 'other bytes than declared')];
  const isPlain = sent.headers.length === original.headers.length && sent.body === original.body;
  if (isPlain && answer.status !== 200) return [...faults, say('undocumented status', `not 200: ${textOf(answer)}`)];
  if (answer.status === 200 && sent.method === 'GET' && answer.body.toString('latin1') !== ticket.bytes)
    return [...faults, say('wrong body', 'not the bytes of the file')];
  return faults;
}

export function judgeStorageAnswer(method: string, answer: WireAnswer): Fault[] {
  const say = faultAt(`storage ${method}`, answer.status);
  const faults: Fault[] = [];
  if (!STORAGE_STATUSES.has(answer.status)) faults.push(say('undocumented status', textOf(answer)));
  if (answer.headers.get('x-content-type-options') !== 'nosniff')
    faults.push(say('wrong header', 'X-Content-Type-Options is missing'));
  if (answer.status < 400 || method === 'HEAD') return faults;
  if (answer.headers.get('content-type') !== 'application/xml') faults.push(say('wrong header', 'content-type'));
  if (!ERROR.test(answer.body.toString('utf8'))) faults.push(say('wrong body', textOf(answer)));
  return faults;
}
