import { REDIRECT_URI_CHARACTERS_MAX } from '@vitrine/contract/ai-limits';

// Where a browser may be sent with a code: to a site over https; to a program on the same machine by the loopback address (RFC
// 8252, 7.3); or to one by a scheme of its own. Such a scheme is a domain turned round (RFC 8252, 7.1), or one of the editors
// that have none: any other could be a page's script, or start whatever the machine has for it.
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/[^#]*)?$/;
const OWN_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/[^#]*$/;
const EDITOR = /^(?:cursor|vscode|vscode-insiders|windsurf|zed):\/\/[^#]*$/;
const PRINTABLE = /^[\x21-\x7e]+$/;

export function isRedirectUri(text: string): boolean {
  if (text.length > REDIRECT_URI_CHARACTERS_MAX || !PRINTABLE.test(text) || /[\\"<>]/.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  if (username + password !== '') return false;
  return isSite(text) || LOOPBACK.test(text) || OWN_SCHEME.test(text) || EDITOR.test(text);
}

const isSite = (text: string): boolean => /^https:\/\/[^/?#]+(?:[/?][^#]*)?$/.test(text);

// Letter by letter, but for the port of a program on the same machine, which it is given anew each time (RFC 8252, 7.3).
export const isSameRedirect = (registered: string, asked: string): boolean =>
  registered === asked || (LOOPBACK.test(asked) && withoutPort(registered) === withoutPort(asked));

const withoutPort = (text: string): string => text.replace(LOOPBACK, 'http://$1$2');

// Whom the browser is sent to, for the person to read; null for a program on the same machine.
export const returnsTo = (redirectUri: string): string | null =>
  isSite(redirectUri) ? new URL(redirectUri).host : null;

// As it stands, with more behind it: what was there before is not read anew.
export const withAnswer = (redirectUri: string, answer: Readonly<Record<string, string>>): string =>
  `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(answer).toString()}`;
