import { request, type OutgoingHttpHeaders } from 'node:http';

type Raw = {
  readonly method: string;
  readonly bearer?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
};

// fetch normalizes paths, forbids some methods and writes its own headers; this sends what it is told.
export function rawRequest(address: string, { method, bearer, headers = {}, body }: Raw) {
  const { hostname, port } = new URL(address);
  const path = address.slice(address.indexOf('/', 'http://'.length));
  const auth = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  return new Promise<{ status: number; allow: string | undefined; text: string }>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers: { ...auth, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, allow: response.headers.allow, text }));
    });
    outgoing.on('error', reject).end(body);
  });
}
