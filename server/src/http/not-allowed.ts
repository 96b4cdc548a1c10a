import type { FastifyInstance } from 'fastify';
import { ApiError, notFound } from '../errors.js';
import { requireFilledPath } from './parse-input.js';

// `path` is the whole one, with the prefix of its API.
type Row = { readonly method: string; readonly path: string };

// Gate 1: a known path with another method is a 405 that says which one it takes; any other path is a 404. Static paths
// come before parameters, so that GET /media/uploads is a wrong method and not a media id.
export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Row[]): void {
  const allowed = new Map<string, string[]>();
  for (const { path, method } of endpoints) allowed.set(path, [...(allowed.get(path) ?? []), method]);
  for (const [path, methods] of allowed) {
    const others = app.supportedMethods.filter((method) => !methods.includes(method));
    app.route({
      method: others,
      url: path,
      handler: async (request) => {
        requireFilledPath(request);
        refuse(methods);
      },
    });
  }
  const paths = [...allowed].map(([path, methods]) => ({ pattern: patternOf(path), methods })).sort(staticFirst);
  app.setNotFoundHandler(async (request) => {
    // Methods that the router does not know at all end here. A path ends where the router ends it.
    const path = request.url.split(/[?#]/, 1)[0] ?? '';
    const known = paths.find(({ pattern }) => pattern.test(path));
    if (known !== undefined) refuse(known.methods);
    throw notFound('path');
  });
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);

const staticFirst = (a: { pattern: RegExp }, b: { pattern: RegExp }): number =>
  Number(a.pattern.source.includes('[')) - Number(b.pattern.source.includes('['));

function refuse(methods: readonly string[]): never {
  const allow = methods.join(', ');
  throw new ApiError('method_not_allowed', `This path takes ${allow}.`, undefined, { allow });
}
