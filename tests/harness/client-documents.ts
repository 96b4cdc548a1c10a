// A site at which programs say who they are.
import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { Outside } from '../../server/src/outside/check-outside.js';
import { aNetwork } from './network.js';
import { newCertificate } from './self-signed.js';

export type DocumentSite = {
  readonly outside: Outside;
  // An address there, by whichever host.
  readonly at: (path: string, host?: string) => string;
  // What it answers; a document for the path itself unless a test says otherwise.
  readonly answers: Map<string, (response: ServerResponse) => void>;
  readonly asked: string[];
  // Every address that was connected to: whichever it is, this site is what is there.
  readonly dialled: string[];
  readonly close: () => void;
};

// `claude.example`, with a certificate that the service believes; other names lead into the private network.
export async function openDocumentSite(redirectUris: readonly string[]): Promise<DocumentSite> {
  const { key, certificate } = newCertificate('claude.example', 'loop.example', 'inside.example');
  const answers: DocumentSite['answers'] = new Map();
  const asked: string[] = [];
  const server = createServer({ key, cert: certificate }, ({ url = '' }, response) => {
    asked.push(url);
    const answer = answers.get(url);
    if (answer !== undefined) return answer(response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ client_id: at(url), client_name: 'Claude', redirect_uris: redirectUris }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const at = (path: string, host = 'claude.example'): string => `https://${host}:${port}${path}`;
  const outside = aNetwork({ 'inside.example': ['10.0.0.7'], 'loop.example': ['127.0.0.1'] }, certificate);
  const dialled: string[] = [];
  const dial = (address: string): string => {
    dialled.push(address);
    return '127.0.0.1';
  };
  const network = { ...outside.network, dial };
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { outside: { network, allowedHosts: ['loop.example'] }, at, answers, asked, dialled, close };
}
