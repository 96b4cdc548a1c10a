export type TextSearch = { readonly q?: string };

// What the address says about a list that is searched by name: ?q=door. The router reads a number as a number.
export function parseTextSearch({ q }: Record<string, unknown>): TextSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim() : '';
  return text === '' ? {} : { q: text };
}
