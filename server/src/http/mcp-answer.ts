import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { JSON_TYPE, send, type Exchange } from './exchange.js';

// One message of an assistant as it came.
export type McpInput = {
  readonly bytes: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly hangUp: AbortSignal;
  // Looks the key up once more, and throws when it works no more.
  readonly readmit: () => Promise<unknown>;
};

// The answer to it, whose form is the protocol's.
export class McpAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;

  constructor(status: number, headers: OutgoingHttpHeaders, body: string) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

export function sendMcp(exchange: Exchange, { status, headers, body }: McpAnswer): void {
  Object.assign(exchange.headers, headers);
  send(exchange, { status, type: JSON_TYPE, body });
}
