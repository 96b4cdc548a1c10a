import type { Server, ServerResponse } from 'node:http';

// For a server that is about to close: answers under way go out whole, and their connections end with them. Left to
// itself, Node keeps such a connection for a next request, and the close waits for it: over a minute with Fastify.
export function finishAnswers(server: Server): () => void {
  const underWay = new Set<ServerResponse>();
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return () => {
    for (const response of underWay) {
      if (response.headersSent) response.once('finish', () => response.req.socket.end());
      else response.setHeader('connection', 'close');
    }
  };
}
