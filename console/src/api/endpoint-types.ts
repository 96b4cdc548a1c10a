import type { consoleEndpoints } from '@vitrine/contract/endpoints';
import type { Query } from '@vitrine/client/internal/transport';
import type { Static, TObject, TSchema } from 'typebox';

// What the contract's table says about a call, as types alone.
type Table = typeof consoleEndpoints;
export type EndpointName = keyof Table;

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : object;

type WithParams<Row> = Row extends { path: `${string}:${string}` }
  ? { readonly params: ParamsOf<Row['path']> }
  : object;
type WithQuery<Row> = Row extends { query: infer Query extends TObject } ? { readonly query?: Static<Query> } : object;
type WithBody<Row> = Row extends { bodyOptional: true }
  ? object
  : Row extends { body: infer Body extends TSchema }
    ? { readonly body: Static<Body> }
    : object;

// By name, each row for itself: asked of all rows at once, the compiler would multiply their inputs with each other.

// `params` fill the path's `:names`; `query` and `body` are what the contract says; a body that may be left out is.
type Inputs = {
  readonly [Name in EndpointName]: WithParams<Table[Name]> & WithQuery<Table[Name]> & WithBody<Table[Name]>;
};

// A file comes as a Blob, everything else as what its schema describes.
type Answers = {
  readonly [Name in EndpointName]: Table[Name] extends { responseType: string }
    ? Blob
    : Static<Table[Name]['response']>;
};

// An endpoint without any required input is called with its name alone.
type Rests = {
  readonly [Name in EndpointName]: object extends Inputs[Name]
    ? [input?: Inputs[Name], signal?: AbortSignal]
    : [input: Inputs[Name], signal?: AbortSignal];
};

// What any endpoint may be given.
export type AnyInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
};

// Any text may be asked for, although calls take names alone: until it is known which name it is, the compiler compares what
// a call is given with one loose shape. With names alone that would be the inputs of all endpoints, which took it a minute.
export type AnswerOf<Name extends string> = Name extends EndpointName ? Answers[Name] : unknown;
export type Rest<Name extends string> = Name extends EndpointName
  ? Rests[Name]
  : [input?: AnyInput, signal?: AbortSignal];
