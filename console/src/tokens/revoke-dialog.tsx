import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleToken } from '@vitrine/contract/console/tokens';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { notifyDone } from '../ui/notify.js';

type Props = { readonly token: ConsoleToken; readonly onClose: () => void };

export function RevokeDialog({ token, onClose }: Props): ReactNode {
  const queries = useQueryClient();
  const revoke = async (): Promise<void> => {
    await call('revokeToken', { params: { id: token.id } });
    notifyDone(`${token.name} (…${token.lastFour}) no longer works.`);
    await queries.invalidateQueries({ queryKey: ['listTokens'] });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Revoke ${token.name}?`}
      confirmLabel="Revoke"
      isDangerous
      onConfirm={revoke}
    >
      The token …{token.lastFour} stops working at once, for every system that has it. This cannot be undone. To replace
      it without a gap, rotate it instead.
    </ConfirmDialog>
  );
}
