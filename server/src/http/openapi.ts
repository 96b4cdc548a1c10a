import { API_PATH } from '@vitrine/contract/endpoint';
import { toOpenApi } from '@vitrine/contract/openapi';
import { JSON_TYPE, send } from './exchange.js';
import type { HttpApp } from './http-app.js';

// The document needs no token and is not counted (decisions, Shapes). It is the same for everybody, so tools on other
// origins may read it too, and it names the address of this server, so that they know where to send requests.
export function answerOpenApi(app: HttpApp, baseUrl: string): void {
  let text: string | undefined;
  app.on('GET', `${API_PATH}/openapi.json`, (exchange) => {
    text ??= JSON.stringify(toOpenApi(baseUrl));
    exchange.headers['access-control-allow-origin'] = '*';
    send(exchange, { type: JSON_TYPE, body: text });
  });
}
