import { QueryClient } from '@tanstack/react-query';
import { VitrineError } from '@vitrine/client';

const TRIES_MAX = 2;
const FRESH_MS = 30_000;

// What the server refused it will refuse again; only faults on the way are worth another try. No status: no answer came.
const isWorthRetrying = (failures: number, thrown: unknown): boolean =>
  failures < TRIES_MAX && (!(thrown instanceof VitrineError) || (thrown.status ?? 500) >= 500);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: FRESH_MS },
      // A write that may have been done is not repeated behind the person's back.
      mutations: { retry: false },
    },
  });
