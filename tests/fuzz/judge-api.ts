import { ConsoleErrorBody, ErrorBody, STATUS } from '@vitrine/contract/errors';
import { findRow, type ApiRow, type Found } from './api-rows.js';
import { faultAt, textOf, type Fault, type FaultKind } from './fault.js';
import type { WireAnswer } from './find-answers.js';
import type { ApiName, PlainRequest } from './fuzz-request.js';
import { closed, compileSchema, parseSchema } from './json-schema.js';
import { parseJson } from './parse-json.js';

type Say = (kind: FaultKind, words: string) => Fault;

const checkError = {
  integrations: compileSchema(closed(parseSchema(ErrorBody))),
  console: compileSchema(closed(parseSchema(ConsoleErrorBody))),
  screens: compileSchema(closed(parseSchema(ErrorBody))),
};
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const JSON_TYPE = 'application/json; charset=utf-8';

// An answer of either API to a request that HTTP allows. `target` and `body` are what was sent, with everything filled in.
export function judgeApi(
  request: Pick<PlainRequest, 'api' | 'method' | 'row'>,
  sent: { readonly target: string; readonly body: string | null; readonly isWired: (row: ApiRow) => boolean },
  answer: WireAnswer,
): Fault[] {
  const found = findRow(request.method, sent.target);
  const { title, api } = found.kind === 'row' ? found.row : { title: request.row, api: request.api };
  const say = faultAt(`${api} ${title}`, answer.status);
  const { status } = answer;
  if (found.kind === 'elsewhere') return judgeRequestId(say, answer);
  const allowed = statusesOf(found, sent.isWired);
  // Bytes that no request line may hold are a 400 on a list and wherever HTTP itself is broken, and a 404 elsewhere.
  if (/[^!-~]/.test(sent.target)) allowed.add(400).add(404);
  const faults = judgeHeaders(say, request.api, answer);
  if (!allowed.has(status))
    faults.push(say('undocumented status', `not in ${[...allowed].join(', ')}: ${textOf(answer)}`));
  if (request.method === 'HEAD') return faults;
  if (found.kind === 'row' && found.row.isRedirect && status === 303) return [...faults, ...judgeRedirect(say, answer)];
  if (status !== 200) return [...faults, ...judgeRefusal(say, request.api, answer)];
  if (found.kind !== 'row') return faults;
  return [...faults, ...judgeSuccess(say, found.row, answer), ...judgeAccepted(say, found.row, sent.body)];
}

// A row answers with what it lists; another method with 405, another path with 404. Where a path is written oddly, the
// server may find the row or not.
function statusesOf(found: Found, isWired: (row: ApiRow) => boolean): Set<number> {
  if (found.kind === 'none' || found.kind === 'elsewhere') return new Set([404]);
  if (found.kind === 'other-method') return new Set(found.isExact ? [405] : [404, 405]);
  if (!isWired(found.row)) return new Set([404, 405]);
  return found.isExact ? new Set(found.row.statuses) : new Set([...found.row.statuses, 404, 405]);
}

export function judgeHeaders(say: Say, api: ApiName, answer: WireAnswer): Fault[] {
  const faults = judgeRequestId(say, answer);
  const { status, headers } = answer;
  const needed: readonly (readonly [number, string])[] = [
    [405, 'allow'],
    [429, 'retry-after'],
    ...(api === 'console' ? [] : [[401, 'www-authenticate'] as const]),
  ];
  for (const [on, name] of needed) {
    if (status === on && !headers.has(name)) faults.push(say('wrong header', `${name} is missing`));
  }
  return faults;
}

const judgeRequestId = (say: Say, { headers }: WireAnswer): Fault[] =>
  UUID.test(headers.get('x-request-id') ?? '') ? [] : [say('wrong header', 'X-Request-Id is missing')];

export function judgeRefusal(say: Say, api: ApiName, { status, headers, body }: WireAnswer): Fault[] {
  const text = body.toString('utf8');
  if (headers.get('content-type') !== JSON_TYPE)
    return [say('wrong header', `content-type ${headers.get('content-type')}: ${text}`)];
  const value = parseJson(text);
  const wrong = value === undefined ? ['no JSON'] : checkError[api](value);
  if (wrong.length > 0) return [say('wrong body', `${wrong.join('; ')}: ${text}`)];
  const named = Object.entries(STATUS).find(([, number]) => number === status)?.[0];
  return Object(value).error === named ? [] : [say('wrong body', `${status} is not ${Object(value).error}`)];
}

// Never to another site.
function judgeRedirect(say: Say, { headers }: WireAnswer): Fault[] {
  const to = headers.get('location') ?? '';
  return /^\/(?![/\\])[!-~]*$/.test(to) ? [] : [say('wrong header', `location ${to}`)];
}

function judgeSuccess(say: Say, row: ApiRow, { headers, body }: WireAnswer): Fault[] {
  const type = headers.get('content-type') ?? '';
  if (row.responseType !== 'application/json')
    return type.startsWith(row.responseType) ? [] : [say('wrong header', `content-type ${type}`)];
  if (type !== JSON_TYPE) return [say('wrong header', `content-type ${type}`)];
  const text = body.toString('utf8');
  const value = parseJson(text);
  const wrong = value === undefined ? ['no JSON'] : row.checkAnswer(value);
  return wrong.length === 0 ? [] : [say('wrong body', `${wrong.slice(0, 3).join('; ')}: ${text}`)];
}

// What the schema of the body refuses must not have been taken.
function judgeAccepted(say: Say, row: ApiRow, body: string | null): Fault[] {
  if (row.body === undefined || (row.isBodyOptional && (body ?? '') === '')) return [];
  // A mark of the byte order may be passed over (RFC 8259, 8.1).
  const text = Buffer.from(body ?? '', 'latin1')
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const wrong = row.checkBody(parseJson(text));
  return wrong.length === 0 ? [] : [say('accepted against its schema', wrong.join('; '))];
}
