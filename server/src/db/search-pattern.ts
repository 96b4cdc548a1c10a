import { sql, type Statement } from './sql.js';

// For `like`: finds the text anywhere; %, _ and \ in it are plain characters (decisions, Search).
export const searchPattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

// For lists of which a merchant has thousands and no more: they are read in their own order until a page is full. Media, of
// which there may be a million, have an index of terms.
// Every one of the texts must be in it.
export const matches = (search: readonly string[]): Statement =>
  search.length === 0 ? sql`true` : sql`plain_text like all(${search.map(searchPattern)}::text[])`;
