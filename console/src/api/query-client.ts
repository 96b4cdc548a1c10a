import { QueryClient } from '@tanstack/react-query';
import { isFailure } from './api-failure.js';

const TRIES_MAX = 2;
const FRESH_MS = 30_000;

// What the server refused it will refuse again; only faults on the way are worth another try.
const isWorthRetrying = (failures: number, thrown: unknown): boolean =>
  failures < TRIES_MAX && (!isFailure(thrown) || thrown.status === 0 || thrown.status >= 500);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: FRESH_MS },
      // A write that may have been done is not repeated behind the person's back.
      mutations: { retry: false },
    },
  });
