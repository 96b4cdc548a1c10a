import type { Edit, Header } from './fuzz-request.js';

// What the service gave out: an address with its signature, the headers that belong to it, and what it is about.
export type Ticket = {
  readonly method: 'GET' | 'PUT';
  readonly target: string;
  readonly headers: readonly Header[];
  readonly bytes: string;
};

export type StoredWire = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: string;
};

export const toWire = ({ method, target, headers, bytes }: Ticket): StoredWire => ({
  method,
  target,
  headers,
  body: method === 'PUT' ? bytes : '',
});

export function edited(wire: StoredWire, edit: Edit, others: readonly Ticket[]): StoredWire {
  const [path = '', query = ''] = wire.target.split(/\?(.*)/s, 2);
  const withTarget = (newPath: string, newQuery: string): StoredWire => ({ ...wire, target: `${newPath}?${newQuery}` });
  const pairs = query.split('&');
  switch (edit.do) {
    case 'method':
      return { ...wire, method: edit.to };
    case 'flip':
      if (edit.part === 'path') return withTarget(flip(path, edit.at, edit.to), query);
      if (edit.part === 'query') return withTarget(path, flip(query, edit.at, edit.to));
      return { ...wire, headers: flipHeader(wire.headers, edit.at, edit.to) };
    case 'add-parameter':
      return withTarget(path, `${query}&${edit.name}=${edit.value}`);
    case 'repeat-parameter':
      return withTarget(path, `${query}&${pairs[edit.at % pairs.length]}`);
    case 'drop-parameter':
      return withTarget(path, pairs.filter((_, at) => at !== edit.at % pairs.length).join('&'));
    case 'drop-header':
      return { ...wire, headers: wire.headers.filter((_, at) => at !== edit.at % wire.headers.length) };
    case 'other-key':
      return withTarget(others[edit.ticket % others.length]?.target.split('?', 1)[0] ?? '', query);
    case 'path':
      return withTarget(edit.to, query);
    case 'header':
      return { ...wire, headers: [...wire.headers.filter(([name]) => name !== edit.name), [edit.name, edit.value]] };
    case 'body':
      return { ...wire, body: edit.bytes };
    default:
      return edit satisfies never;
  }
}

const flip = (text: string, at: number, to: string): string => {
  const place = at % Math.max(1, text.length);
  return text.slice(0, place) + to + text.slice(place + 1);
};

const flipHeader = (headers: readonly Header[], at: number, to: string): Header[] =>
  headers.map(([name, value], index) => [name, index === at % headers.length ? flip(value, at, to) : value]);

// Whether a change left everything that the signature covers as it was.
export function isSameSigned(one: StoredWire, other: StoredWire): boolean {
  return one.method === other.method && isSameTarget(one.target, other.target) && signed(one) === signed(other);
}

// Escapes may be written in either case; the rest of a query is read as text.
function isSameTarget(one: string, other: string): boolean {
  const [[path, query = ''], [otherPath, otherQuery = '']] = [one.split(/\?(.*)/s, 2), other.split(/\?(.*)/s, 2)];
  return path === otherPath && toPairs(query) === toPairs(otherQuery);
}

function toPairs(query: string): string {
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return `broken ${text}`;
    }
  };
  const pairs = query
    .split('&')
    .map((pair) => JSON.stringify([...pair.split(/=(.*)/s, 2), ''].slice(0, 2).map(decode)));
  return pairs.sort().join();
}

// Headers that change nothing are left out: an address may be fetched with any of them.
const signed = ({ headers, body, method }: StoredWire): string =>
  JSON.stringify([
    ...headers
      .filter(([name]) => name === 'host' || name.startsWith('x-amz-') || (method === 'PUT' && name === 'content-type'))
      .map(([name, value]) => `${name}: ${value.trim()}`)
      .sort(),
    method === 'PUT' ? body.length : 0,
  ]);
