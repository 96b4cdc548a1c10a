import { ApiError } from '../errors.js';

type Heading = { readonly origin?: string | undefined; readonly host?: string | undefined };

// A write must come from a page of this very site: browsers say with `Origin` where a request was made, and no page can
// make them say otherwise. Over plain http, which is a machine of one's own, whatever name it was reached by will do
// (127.0.0.1 or localhost): the session's cookie belongs to that name too.
export function requireOrigin(baseUrl: string, { origin, host }: Heading): void {
  const own = new URL(baseUrl).origin;
  if (origin === own) return;
  if (own.startsWith('http:') && host !== undefined && origin === `http://${host}`) return;
  throw new ApiError(
    'forbidden',
    `Changes are taken from pages of ${own} only. If that is not the address of this service, the operator sets BASE_URL.`,
  );
}
