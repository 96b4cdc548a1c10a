import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AiKey } from '@vitrine/contract/ai-keys';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { DateTime } from './date-time.js';
import { Loaded } from './loaded.js';
import { MessageDays } from './message-days.js';
import { notifyDone } from './notify.js';

type KeyProps = { readonly aiKey: AiKey };

// A key that was made by hand is revoked, a program that was connected with one click disconnected.
export const stopWord = ({ connection }: AiKey): string => (connection === null ? 'Revoke' : 'Disconnect');

export function LastUse({ aiKey: { lastUsedAt, client } }: KeyProps): ReactNode {
  if (lastUsedAt === null) return 'never used';
  return (
    <>
      last used <DateTime value={lastUsedAt} />
      {client !== null && client !== '' && ` by ${client}`}
    </>
  );
}

type UsageProps = { readonly endpoint: 'getOwnAiKeyUsage' | 'getAiKeyUsage'; readonly keyId: string };

export function AiKeyUsage({ endpoint, keyId }: UsageProps): ReactNode {
  const query = useQuery(endpointQuery(endpoint, { params: { id: keyId } }));
  return (
    <Loaded query={query} what="The usage" loading={<Skeleton height={150} mt="md" />}>
      {({ items }) => <MessageDays days={items} />}
    </Loaded>
  );
}

type RevokeProps = KeyProps & {
  readonly endpoint: 'revokeOwnAiKey' | 'revokeAiKey';
  readonly list: 'listOwnAiKeys' | 'listAiKeys';
  readonly onClose: () => void;
  // Who is out.
  readonly children: ReactNode;
};

export function RevokeAiKeyDialog({ aiKey, endpoint, list, onClose, children }: RevokeProps): ReactNode {
  const queryClient = useQueryClient();
  const { id, name } = aiKey;
  const stop = stopWord(aiKey);
  const revoke = async (): Promise<void> => {
    await call(endpoint, { params: { id } });
    notifyDone(`${name} no longer works.`);
    await queryClient.invalidateQueries({ queryKey: [list] });
  };
  return (
    <ConfirmDialog onClose={onClose} title={`${stop} ${name}?`} confirmLabel={stop} isDangerous onConfirm={revoke}>
      {children} is out at once. What it has made stays.
    </ConfirmDialog>
  );
}
