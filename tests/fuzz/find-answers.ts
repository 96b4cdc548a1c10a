export type WireAnswer = {
  readonly status: number;
  // Lower-case names; a repeated header's values are joined.
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  // Status line and headers as they came.
  readonly head: string;
};

// The answers in what a server wrote. The interim ones (100) are left out; the last may be cut off by the end.
export function findAnswers(bytes: Buffer, method: string, isEnded: boolean): WireAnswer[] {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return [];
  const head = bytes.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${head.split('\r\n', 1)[0]} `)?.[1] ?? 0);
  const rest = bytes.subarray(headEnd + 4);
  if (status >= 100 && status < 200) return findAnswers(rest, method, isEnded);
  const headers = toHeaders(head);
  const found = findBody(rest, headers, hasNoBody(status, method), isEnded);
  if (found === undefined) return [];
  return [{ status, headers, body: found.body, head }, ...findAnswers(rest.subarray(found.length), method, isEnded)];
}

const hasNoBody = (status: number, method: string): boolean => method === 'HEAD' || status === 204 || status === 304;

function toHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n').slice(1)) {
    const [name = '', value = ''] = line.split(/: ?(.*)/s, 2);
    const before = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

type Body = { readonly body: Buffer; readonly length: number };

function findBody(
  rest: Buffer,
  headers: ReadonlyMap<string, string>,
  isEmpty: boolean,
  isEnded: boolean,
): Body | undefined {
  if (isEmpty) return { body: Buffer.alloc(0), length: 0 };
  if (headers.get('transfer-encoding') === 'chunked') return findChunks(rest);
  const length = headers.get('content-length');
  if (length === undefined) return isEnded ? { body: rest, length: rest.length } : undefined;
  return rest.length < Number(length) ? undefined : { body: rest.subarray(0, Number(length)), length: Number(length) };
}

function findChunks(rest: Buffer): Body | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16);
    const end = lineEnd + 2 + size + 2;
    if (rest.length < end) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), length: end };
    chunks.push(rest.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
