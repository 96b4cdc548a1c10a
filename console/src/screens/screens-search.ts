import { defaultParseSearch } from '@tanstack/react-router';
import { parseTextSearch } from '../ui/text-search.js';
import { cleanCode } from './pairing-code.js';

type ScreensSearch = { readonly q?: string | undefined; readonly code?: string | undefined };

// ?code=AC34DE is what the picture on a television leads to.
export function parseScreensSearch(search: Record<string, unknown>): ScreensSearch {
  const code = typeof search['code'] === 'string' ? cleanCode(search['code']) : '';
  return { q: parseTextSearch(search).q, code: code === '' ? undefined : code };
}

// The router reads a text that looks like a number as a number. A pairing code may look like one: 34E679.
export function parseSearch(text: string): Record<string, unknown> {
  const code = new URLSearchParams(text).get('code');
  return { ...defaultParseSearch(text), ...(code !== null && { code }) };
}
