import { findRow } from './api-rows.js';
import { faultAt, textOf, type Fault } from './fault.js';
import type { WireAnswer } from './find-answers.js';
import { parseJson } from './parse-json.js';

export type SentText = { readonly method: string; readonly target: string; readonly body: string | null };

// A request about something of another merchant's is never taken, whatever the answer says: a deletion says nothing at
// all. What a query names may be anybody's, for a filter by it finds nothing; so may what a screen says that it plays, which
// is left out.
export function judgeForeign(marks: readonly string[], sent: SentText, answer: WireAnswer): Fault[] {
  const found = findRow(sent.method, sent.target);
  if (answer.status >= 300 || found.kind !== 'row' || found.row.api === 'screens') return [];
  const { target, body } = about(sent);
  const mark = marks.find((one) => target.includes(one) || body.includes(one));
  const say = faultAt(`${found.row.api} ${found.row.title}`, answer.status);
  return mark === undefined ? [] : [say("another merchant's thing", `${mark} was taken: ${textOf(answer)}`)];
}

// The id that a client gives to something new is its own, also when another merchant has the same.
export function newIdIn({ method, target, body }: SentText): string | undefined {
  if (method !== 'POST' || /[0-9a-f]{8}-|\/api\/screens\//i.test(target)) return undefined;
  const { id, lineageId } = Object(parseJson(body ?? ''));
  return [id, lineageId].find((one) => typeof one === 'string')?.toLowerCase();
}

function about(sent: SentText): { readonly target: string; readonly body: string } {
  const own = newIdIn(sent);
  const body = (sent.body ?? '').toLowerCase();
  return {
    target: (sent.target.split('?', 1)[0] ?? '').toLowerCase(),
    body: own === undefined ? body : body.replaceAll(own, ''),
  };
}
