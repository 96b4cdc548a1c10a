// One good call of every endpoint of both tables. The samples are typed by the tables' names: a new endpoint without a
// sample does not compile, and with one it is walked by everything that walks this list.
import { CONSOLE_PATH, type ConsoleEndpoint } from '@vitrine/contract/console/console-endpoint';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import { API_PATH, type Endpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { consoleSamples } from './console-samples.js';
import type { Ids } from './ids.js';
import { samples } from './samples.js';

/** A GET of the console by the caller, for bodies that must name what is there (a revision, a preview). */
export type Read = (path: string) => Promise<Readonly<Record<string, unknown>>>;

export type Sample = {
  readonly query?: string;
  readonly body?: object;
  readonly bodyFrom?: (read: Read) => Promise<object>;
  /** what stands in the path */
  readonly id?: string;
};

/** Things of the caller that are no ids. */
export type Own = { readonly email: string; readonly password: string; readonly invitationSecrets: readonly string[] };

/** `at` is what the path names, `named` what body and query name. */
export type Walked = { readonly at: Ids; readonly named: Ids; readonly own: Own };

export type Call = {
  readonly title: string;
  readonly name: string;
  readonly api: 'integrations' | 'console';
  readonly endpoint: Endpoint | ConsoleEndpoint;
  /** with prefix, ids and query */
  readonly path: string;
  readonly bodyOf: (read: Read) => Promise<object | undefined>;
};

export function everyCall(walked: Walked): Call[] {
  return [
    ...callsOf('integrations', endpoints, samples(walked)),
    ...callsOf('console', consoleEndpoints, consoleSamples(walked)),
  ];
}

function callsOf(
  api: Call['api'],
  table: Readonly<Record<string, Endpoint | ConsoleEndpoint>>,
  samplesOf: Readonly<Record<string, readonly Sample[]>>,
): Call[] {
  return Object.entries(table).flatMap(([name, endpoint]) =>
    (samplesOf[name] ?? []).map((sample) => toCall(api, name, endpoint, sample)),
  );
}

function toCall(api: Call['api'], name: string, endpoint: Endpoint | ConsoleEndpoint, sample: Sample): Call {
  const { method, path } = endpoint;
  const base = api === 'console' ? CONSOLE_PATH : API_PATH;
  return {
    title: `${api} ${method} ${path}`,
    name,
    api,
    endpoint,
    path: base + path.replace(/:\w+/, sample.id ?? '') + (sample.query ?? ''),
    bodyOf: async (read) => (sample.bodyFrom === undefined ? sample.body : sample.bodyFrom(read)),
  };
}
