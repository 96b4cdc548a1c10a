import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import type { EndpointName, Rest } from './endpoint-types.js';

// A read as TanStack Query wants it: useQuery(endpointQuery('listPeople')). The key begins with the endpoint's name, so
// invalidateQueries({ queryKey: ['listPeople'] }) makes every page of that list be read anew. The merchant is not in it:
// changing the merchant empties the cache.
export function endpointQuery<Name extends string>(name: Name & EndpointName, ...rest: Rest<Name>) {
  const [input = {}] = rest as unknown as readonly [object?];
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call<Name>(name, ...restOf<Name>(input, signal)),
  });
}

// Optional or not, the input is passed on as it came.
const restOf = <Name extends string>(input: unknown, signal: AbortSignal): Rest<Name> =>
  [input, signal] as unknown as Rest<Name>;
