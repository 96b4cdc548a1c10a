import findMyWay from 'find-my-way';
import { ApiError, noSuchEndpoint } from '../errors.js';
import type { Exchange } from './exchange.js';
import { requireFilledPath } from './parse-input.js';

export type Handle = (exchange: Exchange) => Promise<void> | void;

type Found = {
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly handle: Handle;
};

type Route = { readonly path: string; readonly methods: Map<string, Handle> };

const API = '/api/';
// More than Node lets a request line have: no id is too long for the router, however wrong it is.
const PATH_CHARACTERS_MAX = 16 * 1024;

// Gate 1. A path first, then its method, so that GET /media/uploads is a wrong method and not a media id. In the APIs a
// known path with another method is a 405 that says which ones it takes; elsewhere, and on any other path, it is a 404.
export function createRouter() {
  // One tree for all methods; queries are read by those who know their schema.
  const tree = findMyWay({ maxParamLength: PATH_CHARACTERS_MAX, querystringParser: () => undefined });
  const routes = new Map<string, Route>();
  // What a request is answered with whose method Node's parser does not know.
  const rejectMethod = (method: string, url: string): ApiError => {
    const found = tree.find('GET', url);
    const route: Route | undefined = found?.store;
    const isKnown = route?.path.startsWith(API) === true && !Object.values(found?.params ?? {}).includes('');
    return isKnown ? methodNotAllowed(method, [...route.methods.keys()]) : noSuchEndpoint(url);
  };
  return {
    on(method: string, path: string, handle: Handle): void {
      const route = routes.get(path) ?? { path, methods: new Map() };
      if (!routes.has(path)) tree.on('GET', path, () => {}, route);
      routes.set(path, route);
      route.methods.set(method, handle);
    },
    find(method: string, url: string): Found {
      const found = tree.find('GET', url);
      if (found === null) return NOTHING;
      const route: Route = found.store;
      const params = found.params as Record<string, string>;
      const handle =
        route.methods.get(method) ?? (route.path.startsWith(API) ? notAllowed(method, route) : NOTHING.handle);
      return { route: route.path, params, handle };
    },
    rejectMethod,
  };
}

const NOTHING: Found = {
  route: 'none',
  params: {},
  handle: ({ url }) => {
    throw noSuchEndpoint(url);
  },
};

const notAllowed =
  (method: string, { methods }: Route): Handle =>
  (exchange) => {
    requireFilledPath(exchange);
    throw methodNotAllowed(method, [...methods.keys()]);
  };

const METHOD_CHARACTERS_SHOWN = 40;

export function methodNotAllowed(method: string, allowed: readonly string[]): ApiError {
  const sent = method.slice(0, METHOD_CHARACTERS_SHOWN);
  const isLowerCase = sent !== sent.toUpperCase() && allowed.includes(sent.toUpperCase());
  const fault = isLowerCase ? `The method ${sent} is unknown: methods are upper case.` : `${sent} is not allowed here.`;
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', `${fault} Use ${allowed.join(' or ')}.`, undefined, { allow });
}

// Where a request goes: path and query. It may name its target whole (RFC 9112, 3.2.2); what cannot be read is a path
// that does not exist. A broken escape is a malformed id, which is a 404 where existence is decided.
export function toTarget(url: string): string {
  const target = url.startsWith('/') ? url : toPath(url);
  return target.includes('%') ? withSoundEscapes(target) : target;
}

function toPath(url: string): string {
  if (!URL.canParse(url)) return `/${url}`;
  const { pathname, search } = new URL(url);
  return pathname.startsWith('/') ? pathname + search : `/${url}`;
}

function withSoundEscapes(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
