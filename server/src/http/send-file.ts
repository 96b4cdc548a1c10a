import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import sendStream from 'send';
import { notFound } from '../errors.js';
import type { Exchange } from './exchange.js';
import { drainBody, isBodyUnread } from './respond.js';

type File = { readonly root: string; readonly name: string; readonly headers: OutgoingHttpHeaders };

// A file whose name changes with what is in it, so that browsers keep it for good. Ranges and conditions are the
// library's affair.
export async function sendFile({ request, response, headers }: Exchange, file: File): Promise<void> {
  const { root, name } = file;
  if (isBodyUnread(request)) {
    headers['connection'] = 'close';
    await drainBody(request);
  }
  return new Promise((resolve, reject) => {
    response.once('close', resolve);
    sendStream(request, encodeURIComponent(name), { root, index: false, maxAge: '365 days', immutable: true })
      .on('headers', () => {
        for (const [header, value] of Object.entries({ ...headers, ...file.headers }))
          if (value !== undefined) response.setHeader(header, value);
      })
      .on('error', (error: { readonly status?: number }) => {
        if (!response.headersSent) forgetFile(response);
        if (error.status !== 412 && error.status !== 416)
          return reject(error.status === 404 ? notFound('file') : error);
        response.writeHead(error.status, { ...headers, 'content-length': 0 }).end();
      })
      .pipe(response);
  });
}

// What was said of the file does not hold for a refusal: a cache would keep that for a year. How long the file is, is what
// a range that is not in it is answered with.
function forgetFile(response: ServerResponse): void {
  for (const header of response.getHeaderNames()) if (header !== 'content-range') response.removeHeader(header);
}
