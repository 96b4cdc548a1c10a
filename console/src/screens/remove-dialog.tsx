import { NotFoundError } from '@vitrine/client';
import type { Screen } from '@vitrine/contract/screens';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { notifyDone } from '../ui/notify.js';
import { useScreensChanged } from './use-screens.js';

type Props = { readonly screen: Screen; readonly onClose: () => void };

export function RemoveDialog({ screen: { id, name, pairedAt }, onClose }: Props): ReactNode {
  const onChanged = useScreensChanged();
  const remove = async (): Promise<void> => {
    await removeOnce(id);
    onChanged();
    notifyDone(`${name} is removed.`);
  };
  return (
    <ConfirmDialog onClose={onClose} title={`Remove ${name}?`} confirmLabel="Remove" isDangerous onConfirm={remove}>
      {pairedAt === null ? 'No device belongs to it. ' : 'It goes dark within a minute. '}
      This cannot be undone: to bring it back, add it again with a new code. What it has played stays counted.
    </ConfirmDialog>
  );
}

// Whom somebody else has removed is gone, which is what was asked for.
async function removeOnce(id: string): Promise<void> {
  try {
    await call('removeScreen', { params: { id } });
  } catch (thrown) {
    if (!(thrown instanceof NotFoundError)) throw thrown;
  }
}
