import type { FastifyInstance } from 'fastify';
import { endpoints } from '@vitrine/contract/endpoints';
import type { GateDeps } from '../http/gates.js';
import { route } from '../http/route.js';
import { parseUploadId } from '../ids.js';
import type { MediaDeps } from '../media/list-media.js';
import { finalizeUpload } from './finalize-upload.js';
import { startUpload } from './start-upload.js';

export function uploadRoutes(app: FastifyInstance, deps: GateDeps & MediaDeps): void {
  route(app, deps, endpoints.startUpload, ({ caller, body }) => startUpload(deps, caller.merchantId, body));
  route(app, deps, endpoints.finalizeUpload, async ({ caller, params, requestId }) =>
    finalizeUpload(deps, caller, parseUploadId(params.id), { caller, requestId }),
  );
}
