import { Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConsoleToken, TokenList } from '@vitrine/contract/tokens';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { EmptyState } from '../ui/empty-state.js';
import { IntegrationTabs } from '../ui/integration-tabs.js';
import { LineList } from '../ui/line-list.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { NewButton } from '../ui/new-button.js';
import { notifyDone } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import { AiKeysSection } from './ai-keys-section.js';
import { CreateDialog } from './create-dialog.js';
import { RotateDialog } from './rotate-dialog.js';
import { TokenRow } from './token-row.js';

export function TokensPage(): ReactNode {
  const tokens = useQuery(endpointQuery('listTokens'));
  const [isCreating, creating] = useDisclosure(false);
  const create = (
    <NewButton noun="token" isReady={tokens.data !== undefined} full={fullWords(tokens.data)} onClick={creating.open} />
  );
  return (
    <>
      <PageHeader
        title="Integrations"
        description="A token lets another system, such as your web shop or your till, reach the content of this merchant."
        actions={create}
      />
      <IntegrationTabs />
      <Loaded query={tokens} what="The tokens" loading={<LoadingRows count={3} />}>
        {(list) =>
          list.items.length > 0 ? (
            <TokenSections list={list} />
          ) : (
            <EmptyState icon={IconPlugConnected} title="No system is connected yet" action={create}>
              Create a token for each system that should reach your content. You choose what it may do and how long it
              lasts.
            </EmptyState>
          )
        }
      </Loaded>
      <AiKeysSection />
      <CreateDialog opened={isCreating} onClose={creating.close} />
    </>
  );
}

const fullWords = (list: TokenList | undefined): string | undefined =>
  list === undefined || list.active < list.activeMax
    ? undefined
    : `${list.activeMax} tokens are active, which is the most. Revoke one to make room.`;

type Open = { readonly dialog: 'revoke' | 'rotate'; readonly token: ConsoleToken };

const works = ({ state }: ConsoleToken): boolean => state === 'active' || state === 'rotating';

// What works above, what has ended below.
function TokenSections({ list }: { readonly list: TokenList }): ReactNode {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const rows = (tokens: readonly ConsoleToken[]): ReactNode =>
    tokens.map((token) => (
      <TokenRow
        key={token.id}
        token={token}
        onRevoke={() => setOpen({ dialog: 'revoke', token })}
        onRotate={() => setOpen({ dialog: 'rotate', token })}
      />
    ));
  const working = list.items.filter(works);
  const ended = list.items.filter((token) => !works(token));
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Quiet>
          {list.active} of {list.activeMax} tokens are active. They belong to the merchant and stay when people leave.
        </Quiet>
        {working.length > 0 && <LineList label="Tokens">{rows(working)}</LineList>}
      </Stack>
      {ended.length > 0 && (
        <Stack gap="sm">
          <Title order={2}>No longer working</Title>
          <LineList label="Tokens that no longer work">{rows(ended)}</LineList>
        </Stack>
      )}
      {open?.dialog === 'revoke' && <RevokeDialog token={open.token} onClose={close} />}
      {open?.dialog === 'rotate' && (
        <RotateDialog token={open.token} hasRoom={list.active < list.activeMax} onClose={close} />
      )}
    </Stack>
  );
}

type RevokeProps = { readonly token: ConsoleToken; readonly onClose: () => void };

function RevokeDialog({ token, onClose }: RevokeProps): ReactNode {
  const queryClient = useQueryClient();
  const revoke = async (): Promise<void> => {
    await call('revokeToken', { params: { id: token.id } });
    notifyDone(`${token.name} (…${token.lastFour}) no longer works.`);
    await queryClient.invalidateQueries({ queryKey: ['listTokens'] });
  };
  return (
    <ConfirmDialog
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
