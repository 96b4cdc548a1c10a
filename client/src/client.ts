import { followChanges, type Changes, type ChangesOptions } from './changes.js';
import type { Token } from './generated/types.js';
import { createPutBytes } from './put-bytes.js';
import {
  createCampaigns,
  createMedia,
  createPlaylists,
  createTags,
  type Campaigns,
  type Media,
  type Playlists,
  type Tags,
} from './resources.js';
import type { Wait } from './retry.js';
import { createTransport, type CallOptions, type Transport, type TransportOptions } from './transport.js';

export type ClientOptions = {
  /** Where the service is: `https://signage.example.com`, with or without `/api/integrations/v1`. */
  readonly baseUrl: string;
  /** The merchant's integration token. A secret: server-side use only. */
  readonly token: string;
  /** Used for every request instead of the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /** How often a request is repeated after 429, 5xx or a lost connection; 4 unless told. 0 turns it off. */
  readonly maxRetries?: number | undefined;
  /** How long one answer may take, and how long a PUT may stand still; 60,000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** Called before the client waits, for the rate limit or to try again. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
};

const API_PATH = '/api/integrations/v1';
const MAX_RETRIES = 4;
const TIMEOUT_MS = 60_000;

export class Client {
  readonly baseUrl: string;
  readonly media: Media;
  readonly campaigns: Campaigns;
  readonly playlists: Playlists;
  readonly tags: Tags;
  readonly #call: Transport;
  readonly #follow: (options?: ChangesOptions) => Changes;

  constructor(options: ClientOptions) {
    const settings = toSettings(options);
    this.#call = createTransport(settings);
    this.baseUrl = settings.apiUrl.slice(0, -API_PATH.length);
    this.media = createMedia(this.#call, createPutBytes({ ...settings, fetch: options.fetch }));
    this.campaigns = createCampaigns(this.#call);
    this.playlists = createPlaylists(this.#call);
    this.tags = createTags(this.#call);
    const patient = createTransport({ ...settings, maxRetries: Number.POSITIVE_INFINITY, waitsOutLimits: true });
    const transports = { once: this.#call, patient, timeoutMs: settings.timeoutMs };
    this.#follow = (changes) => followChanges(transports, changes);
  }

  /** What happens to the library, each change once and in its order. It never ends: limits and restarts are waited for. */
  changes(options?: ChangesOptions): Changes {
    return this.#follow(options);
  }

  /** What the token may do, until when, and what is left of its budgets. */
  token({ signal }: CallOptions = {}): Promise<Token> {
    return this.#call({ method: 'GET', path: '/token', signal });
  }

  // A client ends up in logs; nothing of it that is a secret may.
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Client { baseUrl: '${this.baseUrl}' }`;
  }

  toJSON(): object {
    return { baseUrl: this.baseUrl };
  }
}

function toSettings(options: ClientOptions): TransportOptions {
  const authorization = `Bearer ${options.token}`;
  // fetch would repeat the whole header in its complaint.
  if (!/^[\x21-\x7e]+$/.test(options.token))
    throw new TypeError('token: must be a text without spaces or line breaks.');
  return {
    apiUrl: `${parseBaseUrl(options.baseUrl)}${API_PATH}`,
    headers: () => ({ authorization }),
    // Looked up at each call, so that what replaces it later (a test, an instrumentation) is used.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    onWait: options.onWait,
  };
}

function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl: must be an address such as https://signage.example.com, without user or password.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(API_PATH) ? path.slice(0, -API_PATH.length) : path);
}
