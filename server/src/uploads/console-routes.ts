import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { parseUploadId } from '../ids.js';
import type { MediaDeps } from '../media/list-media.js';
import { memberAsReader } from '../media/member-as-reader.js';
import { finalizeUpload } from './finalize-upload.js';
import { startUpload } from './start-upload.js';

// A token's rate limits and the plan's right to write are about integrations; the quota is about all.
export function uploadConsoleRoutes(app: FastifyInstance, deps: ConsoleDeps & MediaDeps): void {
  consoleRoute(app, deps, consoleEndpoints.startConsoleUpload, ({ member, body }) =>
    startUpload(deps, member.merchantId, body),
  );
  consoleRoute(app, deps, consoleEndpoints.finalizeConsoleUpload, async ({ member, params, requestId }) =>
    finalizeUpload(deps, memberAsReader(member), parseUploadId(params.id), { person: member, requestId }),
  );
}
