// What the fuzzer sends, as data: a failure prints it, and it can be sent again. In every text one character is one byte
// on the wire, and `{{pool#3}}` stands for something that exists (pools.ts), so that no description holds a secret.
export type ApiName = 'integrations' | 'console' | 'screens';
export type Header = readonly [string, string];

export type PlainRequest = {
  readonly kind: 'plain';
  readonly api: ApiName;
  // The endpoint that it began as; what it is judged by is found from what was sent.
  readonly row: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: string | null;
  readonly isChunked: boolean;
};

// Bytes that HTTP does not allow, or that two readers may understand differently.
export type BrokenRequest = {
  readonly kind: 'broken';
  readonly api: ApiName | 'storage';
  readonly about: string;
  readonly bytes: string;
  // More answers than this mean that something hidden was taken for a request.
  readonly answersMax: number;
  // `wait`: an answer is owed, or the end of the connection. `end`: only when nothing more is sent.
  readonly end: 'wait' | 'end' | 'early';
};

export type Edit =
  | { readonly do: 'method'; readonly to: string }
  | { readonly do: 'flip'; readonly part: 'path' | 'query' | 'header'; readonly at: number; readonly to: string }
  | { readonly do: 'add-parameter'; readonly name: string; readonly value: string }
  | { readonly do: 'repeat-parameter' | 'drop-parameter' | 'drop-header'; readonly at: number }
  | { readonly do: 'other-key'; readonly ticket: number }
  | { readonly do: 'path'; readonly to: string }
  | { readonly do: 'header'; readonly name: string; readonly value: string }
  | { readonly do: 'body'; readonly bytes: string };

// A signed URL that the service gave out, bent.
export type StoredRequest = { readonly kind: 'stored'; readonly ticket: number; readonly edits: readonly Edit[] };

export type FuzzRequest = PlainRequest | BrokenRequest | StoredRequest;

// One line of ASCII, whatever it holds.
export const describeRequest = (request: FuzzRequest): string =>
  JSON.stringify(request).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

// Text as the characters of its UTF-8 bytes.
export const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
