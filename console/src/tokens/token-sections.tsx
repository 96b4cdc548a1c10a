import { Stack, Text, Title } from '@mantine/core';
import type { ConsoleToken, TokenList } from '@vitrine/contract/console/tokens';
import { useState, type ReactNode } from 'react';
import { LineList } from '../ui/line-list.js';
import { RevokeDialog } from './revoke-dialog.js';
import { RotateDialog } from './rotate-dialog.js';
import { TokenRow } from './token-row.js';

type Open = { readonly dialog: 'revoke' | 'rotate'; readonly token: ConsoleToken };

const works = ({ state }: ConsoleToken): boolean => state === 'active' || state === 'rotating';

// What works above, what has ended below.
export function TokenSections({ list }: { readonly list: TokenList }): ReactNode {
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
        <Text size="sm" c="dimmed">
          {list.active} of {list.activeMax} tokens are active. They belong to the merchant and stay when people leave.
        </Text>
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
