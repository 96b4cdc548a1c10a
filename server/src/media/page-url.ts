import { ApiError } from '../errors.js';

// The address as browsers write it: in ASCII, so that it is a URI everywhere. The schema has seen that it begins with
// http:// or https://; a name and a password in it would be shown to everybody who may see the library.
export function parsePageUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.host === '') throw invalid('must be an address that browsers can open');
  if (url.username !== '' || url.password !== '') throw invalid('must not hold a name or a password');
  return url.href;
}

const invalid = (words: string): ApiError => new ApiError('unprocessable', `url: ${words}.`, 'invalid');
