import { createDb, MAINTENANCE_LIMITS, type Db } from './db.js';
import { requireCluster, startEmbedded } from './start-embedded.js';
import { requireFinishedRestore } from './unfinished-restore.js';

/** The embedded database as it stands; refuses to make one. */
export async function openUnmigrated(dataDir: string, log: (line: string) => void) {
  await requireFinishedRestore(dataDir);
  await requireCluster(dataDir);
  const embedded = await startEmbedded({ dataDir, log });
  const db: Db = createDb(embedded.connection, MAINTENANCE_LIMITS);
  const close = async (): Promise<void> => {
    await db.close();
    await embedded.stop();
  };
  return { db, close };
}
