import { defaultParseSearch } from '@tanstack/react-router';

// The router parses a value that looks like a number as a number. A pairing code such as 34E679 must stay text.
export function parseSearch(text: string): Record<string, unknown> {
  const code = new URLSearchParams(text).get('code');
  return { ...defaultParseSearch(text), ...(code !== null && { code }) };
}
