import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { parseMediaId } from '../ids.js';
import type { AddTagsDeps } from '../tags/add-tags.js';
import { changeMediaTags } from '../tags/change-media-tags.js';
import { addPage } from './add-page.js';
import { deleteMedia } from './delete-media.js';
import { getConsoleMedia } from './get-console-media.js';
import { listMedia, type MediaDeps } from './list-media.js';
import { memberAsReader } from './member-as-reader.js';
import { updateMedia } from './update-media.js';

export function mediaConsoleRoutes(app: FastifyInstance, deps: ConsoleDeps & MediaDeps & AddTagsDeps): void {
  consoleRoute(app, deps, consoleEndpoints.listConsoleMedia, ({ member, query }) =>
    listMedia(deps, memberAsReader(member), query),
  );
  consoleRoute(app, deps, consoleEndpoints.getConsoleMedia, async ({ member, params }) =>
    getConsoleMedia(deps, member.merchantId, parseMediaId(params.id)),
  );
  consoleRoute(app, deps, consoleEndpoints.addPage, ({ member, body, requestId }) =>
    addPage(deps, member.merchantId, body, { person: member, requestId }),
  );
  consoleRoute(app, deps, consoleEndpoints.updateMedia, async ({ member, params, body, requestId }) => {
    const change = { ...body, mediaId: parseMediaId(params.id) };
    return updateMedia(deps, member.merchantId, change, { person: member, requestId });
  });
  consoleRoute(app, deps, consoleEndpoints.changeMediaTags, async ({ member, params, body, requestId }) => {
    const mediaId = parseMediaId(params.id);
    await changeMediaTags(deps, member.merchantId, { ...body, mediaId }, { person: member, requestId });
    return getConsoleMedia(deps, member.merchantId, mediaId);
  });
  consoleRoute(app, deps, consoleEndpoints.deleteMedia, async ({ member, params, requestId }) =>
    deleteMedia(deps, member.merchantId, parseMediaId(params.id), { person: member, requestId }),
  );
}
