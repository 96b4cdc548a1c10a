import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { Refusal } from '../errors.js';
import type { ObjectStore } from '../storage/object-store.js';

// /healthz: the process answers. /readyz: requests can be served, or which part is away. For balancers, not for callers.
export function answerHealth(
  app: FastifyInstance,
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    // Both at once: a balancer does not wait for one time-out after the other.
    const [database, storage] = await Promise.all([
      stateOf(request.log, db.rows(sql`select 1`)),
      stateOf(request.log, store.check()),
    ]);
    const parts = { database, storage };
    const isReady = Object.values(parts).every((state) => state === 'ok');
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', ...parts });
  });
}

async function stateOf(
  log: { warn: (details: object, message: string) => void },
  probe: Promise<unknown>,
): Promise<string> {
  try {
    await probe;
    return 'ok';
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    // A refusal is a sentence for the operator; anything else might tell of what is inside.
    return error instanceof Refusal ? error.message : 'unavailable';
  }
}
