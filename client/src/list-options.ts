import type { CallOptions } from './transport.js';

// The contract's query with a signal beside it. Undefined counts as left out, so that callers can pass on what they have.
export type ListOptions<Query> = { readonly [Name in keyof Query]: Query[Name] | undefined } & CallOptions;
