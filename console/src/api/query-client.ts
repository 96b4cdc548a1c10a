import { QueryCache, QueryClient } from '@tanstack/react-query';
import { VitrineError } from '@vitrine/client';

const TRIES_MAX = 2;
const FRESH_MS = 30_000;

// What the server refused it will refuse again; only faults on the way are worth another try. No status: no answer came.
const isWorthRetrying = (failures: number, thrown: unknown): boolean =>
  failures < TRIES_MAX && navigator.onLine && (!(thrown instanceof VitrineError) || (thrown.status ?? 500) >= 500);

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // The merchant demands a second factor since a moment ago: the shell leads to where one is set up.
    queryCache: new QueryCache({
      onError: (thrown) => {
        const isShut = thrown instanceof VitrineError && thrown.code === 'second_factor_required';
        if (isShut) void client.invalidateQueries({ queryKey: ['getMe'] });
      },
    }),
    defaultOptions: {
      // Offline is a failure like any other, told at once: kept back until the connection returns, a save would seem to run
      // for ever, and arrive by surprise.
      queries: { retry: isWorthRetrying, staleTime: FRESH_MS, networkMode: 'always', refetchOnReconnect: true },
      // A write that may have been done is not repeated behind the person's back.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
