import sendStream from 'send';
import { notFound } from '../errors.js';
import type { Exchange } from './exchange.js';
import { drainBody, isBodyUnread } from './respond.js';

// A file whose name changes with what is in it, so that browsers keep it for good. Ranges and conditions are the
// library's affair.
export async function sendFile({ request, response, headers }: Exchange, root: string, name: string): Promise<void> {
  if (isBodyUnread(request)) {
    headers['connection'] = 'close';
    await drainBody(request);
  }
  return new Promise((resolve, reject) => {
    response.once('close', resolve);
    sendStream(request, encodeURIComponent(name), { root, index: false, maxAge: '365 days', immutable: true })
      .on('headers', () => {
        for (const [header, value] of Object.entries(headers))
          if (value !== undefined) response.setHeader(header, value);
      })
      .on('error', (error: { readonly status?: number }) => reject(error.status === 404 ? notFound('file') : error))
      .pipe(response);
  });
}
