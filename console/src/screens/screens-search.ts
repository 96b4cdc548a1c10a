import { parseTextSearch } from '../ui/text-search.js';
import { cleanCode } from './pairing-code.js';

type ScreensSearch = { readonly q?: string | undefined; readonly code?: string | undefined };

// ?code=AC34DE is what the picture on a television leads to.
export function parseScreensSearch(search: Record<string, unknown>): ScreensSearch {
  const code = typeof search['code'] === 'string' ? cleanCode(search['code']) : '';
  return { q: parseTextSearch(search).q, code: code === '' ? undefined : code };
}
