import type { RequestListener } from 'node:http';
import { createHttpsCheck, type HttpsDeps } from '../https-check.js';

const HSTS = `max-age=${365 * 86_400}`;

/** Sets the headers that every answer has, refusals included. */
export function withSecurityHeaders(deps: HttpsDeps, handle: RequestListener): RequestListener {
  const isHttps = createHttpsCheck(deps);
  return (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    if (isHttps(request)) response.setHeader('strict-transport-security', HSTS);
    return handle(request, response);
  };
}
