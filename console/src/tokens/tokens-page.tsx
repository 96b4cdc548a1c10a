import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TokenList } from '@vitrine/contract/console/tokens';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { EmptyState } from '../ui/empty-state.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LoadingRows } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { CreateDialog } from './create-dialog.js';
import { TokenSections } from './token-sections.js';

export function TokensPage(): ReactNode {
  const tokens = useQuery(endpointQuery('listTokens'));
  const [isCreating, creating] = useDisclosure(false);
  const create = <CreateButton list={tokens.data} onClick={creating.open} />;
  return (
    <>
      <PageHeader
        title="Integrations"
        description="A token lets another system, such as your web shop or your till, reach the content of this merchant."
        actions={create}
      />
      {tokens.isPending && <LoadingRows count={3} />}
      {tokens.isError && (
        <ErrorNotice
          failure={tokens.error}
          title="The tokens could not be loaded"
          onRetry={() => void tokens.refetch()}
        />
      )}
      {tokens.data?.items.length === 0 && (
        <EmptyState icon={IconPlugConnected} title="No system is connected yet" action={create}>
          Make a token for each system that shall reach your content. You choose what it may do and how long it lasts.
        </EmptyState>
      )}
      {tokens.data !== undefined && tokens.data.items.length > 0 && <TokenSections list={tokens.data} />}
      <CreateDialog opened={isCreating} onClose={creating.close} />
    </>
  );
}

type CreateProps = { readonly list: TokenList | undefined; readonly onClick: () => void };

function CreateButton({ list, onClick }: CreateProps): ReactNode {
  const isFull = list !== undefined && list.active >= list.activeMax;
  return (
    <div>
      <Button
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={list === undefined || isFull}
        onClick={onClick}
      >
        New token
      </Button>
      {isFull && (
        <Text size="xs" c="dimmed" mt={4} maw="14rem">
          {list.activeMax} tokens are active, which is the most. Revoke one to make room.
        </Text>
      )}
    </div>
  );
}
