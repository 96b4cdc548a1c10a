// A named example as OpenAPI shows it.
export type Example<Value = unknown> = { readonly summary: string; readonly value: Value };
export type Examples<Value = unknown> = Readonly<Record<string, Example<Value>>>;
