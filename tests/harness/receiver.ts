// A server behind a webhook, which keeps what it is sent.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import { portOf } from './outside.js';

export type Sent = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
type Answer = (response: ServerResponse, sent: Sent, request: IncomingMessage) => void;

export async function newReceiver(answer: Answer = (response) => void response.end('taken')) {
  const received: Sent[] = [];
  const state = { answer };
  const listener: RequestListener = (request, response) => {
    void buffer(request).then((bytes) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const sent = { headers, body: bytes.toString() };
      received.push(sent);
      state.answer(response, sent, request);
    });
  };
  const port = await portOf(createServer(listener));
  return {
    received,
    // Allowed by name in these tests, so that no certificate is needed.
    url: `http://receiver.example:${port}/hook`,
    port,
    ids: () => received.map(({ headers }) => headers['webhook-id']),
    types: () => received.map(({ body }) => String(Object(JSON.parse(body)).type)),
    answerWith: (next: Answer) => void (state.answer = next),
  };
}

// The message, if the reference library takes it as signed with this secret, at the time of the test's clock.
export function verified(secret: string, { headers, body }: Sent, now: number): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    return new Webhook(secret).verify(body, { ...headers });
  } finally {
    vi.useRealTimers();
  }
}
