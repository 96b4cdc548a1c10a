import { call } from '../../api/call.js';
import { findChosenMerchant } from '../../api/chosen-merchant.js';
import { isOver, type Upload } from './upload.js';

const listeners = new Set<() => void>();

// Told when room that was kept for an upload may be free again.
export function onRoomFreed(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

// Tells the service that the rest does not come, so that the room is free at once where storage can refuse it. What could not
// be told, since there is no network, is among what holds room, and can be freed there.
export async function giveUp(upload: Upload): Promise<void> {
  const { prepared, merchantId } = upload;
  if (prepared === undefined || isOver(upload) || merchantId !== findChosenMerchant()) return;
  await call('cancelUpload', { params: { id: prepared.request.id } }).catch(() => undefined);
  for (const listener of listeners) listener();
}
