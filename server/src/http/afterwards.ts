import type { HttpApp } from './http-app.js';

export type Afterwards = (work: () => Promise<void>) => void;

// Work that an answer must not wait for. What fails is logged; a service that stops waits for what is under way.
export function createAfterwards(app: HttpApp): Afterwards {
  const underWay = new Set<Promise<void>>();
  app.onClose(() => Promise.all(underWay));
  return (work) => {
    const done = nextTurn()
      .then(work)
      .catch((error: unknown) => app.log.error({ err: error }, 'failed after the answer'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
