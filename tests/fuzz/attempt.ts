import { judgeAny } from './judge-any.js';
import { judgeApi, judgeHeaders, judgeRefusal } from './judge-api.js';
import { judgeForeign, newIdIn, type SentText } from './judge-foreign.js';
import { judgeStorageAnswer, judgeStored } from './judge-stored.js';
import { faultAt, textOf, type Fault } from './fault.js';
import type { WireAnswer } from './find-answers.js';
import type { BrokenRequest, FuzzRequest, Header, PlainRequest, StoredRequest } from './fuzz-request.js';
import { parseJson } from './parse-json.js';
import { nounOf } from './pools.js';
import { edited, toWire } from './stored-wire.js';
import { exchange } from './wire.js';
import type { World } from './world.js';

export type Attempt = { readonly where: string; readonly answers: readonly WireAnswer[]; readonly faults: Fault[] };
export type Ports = World['ports'];

const ANSWER_MS_MAX = 60_000;
// Who waits for a change (`wait=25`) gets one.
const PATIENCE_MS = 250;

// Sends one request and judges what comes back. A judge that fails has let everything pass: that is a fault, too.
export async function attempt(world: World, ports: Ports, request: FuzzRequest): Promise<Attempt> {
  try {
    return await sendAndJudge(world, ports, request);
  } catch (error) {
    const where = request.kind === 'stored' ? 'storage' : request.api;
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { where: `${where} judge`, answers: [], faults: [faultAt(`${where} judge`, 0)('no judgement', words)] };
  }
}

function sendAndJudge(world: World, ports: Ports, request: FuzzRequest): Promise<Attempt> {
  switch (request.kind) {
    case 'plain':
      return attemptPlain(world, ports, request);
    case 'broken':
      return attemptBroken(world, ports, request);
    case 'stored':
      return attemptStored(world, ports, request);
    default:
      return request satisfies never;
  }
}

async function attemptPlain(world: World, ports: Ports, request: PlainRequest): Promise<Attempt> {
  const { pools } = world;
  const target = pools.fill(request.target, (value) => encodeURIComponent(value).replaceAll('%3A', ':')) || '/';
  const body = request.body && pools.fill(request.body, (value) => JSON.stringify(value).slice(1, -1));
  const headers: Header[] = [
    ['host', '{{host#0}}'],
    ...request.headers,
    ['connection', 'close'],
    ...framing(body, request.isChunked),
  ];
  const bytes = toMessage(
    request.method,
    target,
    headers.map(([name, value]) => [name, pools.fill(value)]),
    framed(body, request.isChunked),
  );
  const { api, method } = request;
  const where = `${api} ${request.row}`;
  let changing: Promise<unknown> | undefined;
  const impatient = setTimeout(() => void (changing = world.change()), PATIENCE_MS);
  const { answers } = await exchange({ port: ports.api, bytes, method, until: 'answer', msMax: ANSWER_MS_MAX });
  clearTimeout(impatient);
  await changing;
  const [answer] = answers;
  if (answer === undefined) return { where, answers, faults: [faultAt(where, 0)('no answer', 'none in time')] };
  const sent = { method, target, body, isWired: world.isWired };
  const faults = [
    ...judgeAny(world, where, bytes, answer),
    ...judgeForeign(world.marks(), sent, answer),
    ...judgeApi(request, sent, answer),
  ];
  learn(world, request, sent, answer);
  return { where, answers, faults };
}

const framing = (body: string | null, isChunked: boolean): Header[] => {
  if (body === null) return [];
  return isChunked ? [['transfer-encoding', 'chunked']] : [['content-length', String(body.length)]];
};

function framed(body: string | null, isChunked: boolean): string {
  if (body === null || !isChunked) return body ?? '';
  return body === '' ? '0\r\n\r\n' : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

const toMessage = (method: string, target: string, headers: readonly Header[], body: string): Buffer => {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1');
};

// What an answer names exists from now on.
function learn(world: World, { api, target }: PlainRequest, sent: SentText, { status, body }: WireAnswer): void {
  if (api === 'console' && (status === 401 || isSecondFactorAsked(body))) world.state.isKeptOut = true;
  if (status !== 200) return;
  world.forgetMark(newIdIn(sent));
  world.pools.harvest(nounOf(target.split(/[/?]/)[4] ?? ''), parseJson(body.toString('utf8')));
}

const isSecondFactorAsked = (body: Buffer): boolean => body.includes('"second_factor_required"');

const UNTIL = { wait: 'quiet', end: 'end', early: 'early' } as const;

async function attemptBroken(world: World, ports: Ports, request: BrokenRequest): Promise<Attempt> {
  const bytes = Buffer.from(world.pools.fill(request.bytes), 'latin1');
  const where = `${request.api} broken HTTP`;
  const port = request.api === 'storage' ? ports.storage : ports.api;
  const until = UNTIL[request.end];
  const { answers, isLate } = await exchange({ port, bytes, method: 'GET', until, msMax: ANSWER_MS_MAX });
  const faults = answers.flatMap((answer) => [
    ...judgeAny(world, where, bytes, answer),
    ...judgeBroken(request.api, where, answer),
  ]);
  if (isLate) faults.push(faultAt(where, 0)('no answer', 'neither an answer nor an end in time'));
  if (answers.length > request.answersMax)
    faults.push(faultAt(where, answers.length)('too many answers', answers.map(textOf).join('\n')));
  return { where, answers, faults };
}

function judgeBroken(api: BrokenRequest['api'], where: string, answer: WireAnswer): Fault[] {
  if (api === 'storage') return judgeStorageAnswer('broken HTTP', answer);
  const say = faultAt(where, answer.status);
  const heads = judgeHeaders(say, api, answer);
  return answer.status === 200 ? heads : [...heads, ...judgeRefusal(say, api, answer)];
}

async function attemptStored(world: World, ports: Ports, request: StoredRequest): Promise<Attempt> {
  const { tickets } = world;
  const ticket = tickets[request.ticket % tickets.length];
  if (ticket === undefined) throw new Error('There is no signed URL.');
  const sent = request.edits.reduce((wire, edit) => edited(wire, edit, tickets), toWire(ticket));
  const length: Header[] =
    sent.method === 'PUT' || sent.body !== '' ? [['content-length', String(sent.body.length)]] : [];
  const headers: Header[] = [...sent.headers, ...length, ['connection', 'close']];
  const bytes = toMessage(sent.method, sent.target, headers, sent.body);
  const where = `storage ${sent.method}`;
  const { method } = sent;
  const { answers } = await exchange({ port: ports.storage, bytes, method, until: 'answer', msMax: ANSWER_MS_MAX });
  const [answer] = answers;
  if (answer === undefined) return { where, answers, faults: [faultAt(where, 0)('no answer', 'none in time')] };
  return { where, answers, faults: [...judgeAny(world, where, bytes, answer), ...judgeStored(ticket, sent, answer)] };
}
