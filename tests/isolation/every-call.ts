// One good call of every endpoint. The samples are typed by the table's names: a new endpoint without a
// sample does not compile, and with one it is called by everything that goes through this list.
import { audienceOf, pathOf, type Audience, type Endpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { consoleSamples } from './console-samples.js';
import { oauthSamples } from './oauth-samples.js';
import type { Read, Sample, SampleIds } from './sample.js';
import { samples } from './samples.js';
import { televisionSamples } from './screen-samples.js';
import { mcpSamples } from './tool-samples.js';

export type Call = {
  readonly title: string;
  readonly name: string;
  readonly api: Audience;
  readonly endpoint: Endpoint;
  // with prefix, ids and query
  readonly path: string;
  readonly bodyOf: (read: Read) => Promise<object | undefined>;
};

export function everyCall(ids: SampleIds): Call[] {
  const samplesOf = {
    ...samples(ids),
    ...consoleSamples(ids),
    ...televisionSamples(ids),
    ...mcpSamples(ids),
    ...oauthSamples(ids),
  };
  return Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
    Object.entries<readonly Sample[]>(samplesOf)
      .filter(([key]) => key === name)
      .flatMap(([, given]) => given.map((sample) => toCall(name, endpoint, sample))),
  );
}

// What a good call is answered with, where there are merchants.
export function goodStatusOf({ company, untilFirstMerchant, made }: Endpoint): number {
  if (untilFirstMerchant === true) return 404;
  return company === 'returns' ? 303 : (made ?? 200);
}

function toCall(name: string, endpoint: Endpoint, sample: Sample): Call {
  const { method, path, access } = endpoint;
  const api = audienceOf(access);
  return {
    title: `${api} ${method} ${path}`,
    name,
    api,
    endpoint,
    path: pathOf(endpoint).replace(/:\w+/, sample.id ?? '') + (sample.query ?? ''),
    bodyOf: async (read) => (sample.bodyFrom === undefined ? sample.body : sample.bodyFrom(read)),
  };
}
