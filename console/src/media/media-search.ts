export type MediaSearch = { readonly q?: string; readonly tag?: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// What the address says about the library: ?q=door&tag=id,id. Nothing wrong in it keeps the page from opening.
export function parseMediaSearch(search: Record<string, unknown>): MediaSearch {
  const q = toText(search['q']).trim();
  const tags = tagsOf({ tag: [search['tag']].flat().map(toText).join(',') });
  return { ...(q !== '' && { q }), ...(tags.length > 0 && { tag: tags.join(',') }) };
}

export const tagsOf = ({ tag = '' }: MediaSearch): string[] => [
  ...new Set(
    tag
      .toLowerCase()
      .split(',')
      .filter((id) => UUID.test(id)),
  ),
];

// The router reads a number as a number.
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
