// One good call of every endpoint. The samples are typed by the table's names: a new endpoint without a
// sample does not compile, and with one it is walked by everything that walks this list.
import { pathOf, type Endpoint } from '@vitrine/contract/endpoint';
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
  readonly endpoint: Endpoint;
  /** with prefix, ids and query */
  readonly path: string;
  readonly bodyOf: (read: Read) => Promise<object | undefined>;
};

export function everyCall(walked: Walked): Call[] {
  const samplesOf = { ...samples(walked), ...consoleSamples(walked) };
  return Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
    Object.entries<readonly Sample[]>(samplesOf)
      .filter(([key]) => key === name)
      .flatMap(([, given]) => given.map((sample) => toCall(name, endpoint, sample))),
  );
}

function toCall(name: string, endpoint: Endpoint, sample: Sample): Call {
  const { method, path, access } = endpoint;
  const api = access.by === 'token' ? 'integrations' : 'console';
  return {
    title: `${api} ${method} ${path}`,
    name,
    api,
    endpoint,
    path: pathOf(endpoint).replace(/:\w+/, sample.id ?? '') + (sample.query ?? ''),
    bodyOf: async (read) => (sample.bodyFrom === undefined ? sample.body : sample.bodyFrom(read)),
  };
}
