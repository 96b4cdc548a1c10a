import { Badge, Box, Button, Collapse, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar } from '@tabler/icons-react';
import type { ConsoleToken } from '@vitrine/contract/tokens';
import { useState, type ReactNode } from 'react';
import { DateTime } from '../ui/date-time.js';
import { HistoryButton } from '../ui/history-link.js';
import { Quiet } from '../ui/quiet.js';
import { StatusBadge } from '../ui/status-badge.js';
import { SCOPE_WORDS } from './scope-words.js';
import { UsagePanel } from './usage-panel.js';

type Props = { readonly token: ConsoleToken; readonly onRevoke: () => void; readonly onRotate: () => void };

export function TokenRow({ token, onRevoke, onRotate }: Props): ReactNode {
  const [isOpen, usage] = useDisclosure(false);
  const isWorking = token.state === 'active' || token.state === 'rotating';
  return (
    <Box component="li" p="md">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={6} flex="1 1 20rem" miw={0}>
          <TokenHeading token={token} />
          <Group gap={6}>
            {token.scopes.map((scope) => (
              <Badge key={scope} variant="default" tt="none" fw={500} title={scope}>
                {SCOPE_WORDS[scope].label}
              </Badge>
            ))}
          </Group>
          <TokenDates token={token} />
        </Stack>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChartBar size={16} aria-hidden />}
            aria-expanded={isOpen}
            aria-label={`Usage of ${token.name}`}
            onClick={usage.toggle}
          >
            Usage
          </Button>
          <HistoryButton id={token.id} name={token.name} size="xs" />
          {token.state === 'active' && (
            <Button variant="default" size="xs" aria-label={`Rotate ${token.name}`} onClick={onRotate}>
              Rotate
            </Button>
          )}
          {isWorking && (
            <Button variant="default" size="xs" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
              Revoke
            </Button>
          )}
        </Group>
      </Group>
      <Collapse expanded={isOpen}>{isOpen && <UsagePanel tokenId={token.id} />}</Collapse>
    </Box>
  );
}

const STATES = {
  active: ['good', 'Active'],
  rotating: ['waiting', 'Being replaced'],
  expired: ['quiet', 'Expired'],
  revoked: ['bad', 'Revoked'],
} as const;

function TokenHeading({ token }: { readonly token: ConsoleToken }): ReactNode {
  const [tone, words] = STATES[token.state];
  return (
    <Group gap="xs">
      <Title order={2} size="h3">
        {token.name}
      </Title>
      <Text ff="monospace" size="sm" c="dimmed" title="The last four characters of its value">
        …{token.lastFour}
      </Text>
      <StatusBadge tone={tone}>{words}</StatusBadge>
      <ExpiryWarning token={token} />
    </Group>
  );
}

const WARN_DAYS = 14;
const DAY_MS = 86_400_000;

function ExpiryWarning({ token }: { readonly token: ConsoleToken }): ReactNode {
  const [now] = useState(() => Date.now());
  const days = Math.ceil((Date.parse(token.expiresAt) - now) / DAY_MS);
  if (token.state !== 'active' || days > WARN_DAYS) return null;
  return (
    <StatusBadge tone="warning">
      {days <= 1 ? 'Ends within a day: rotate it' : `Ends in ${days} days: rotate it`}
    </StatusBadge>
  );
}

function TokenDates({ token }: { readonly token: ConsoleToken }): ReactNode {
  const { createdBy, createdAt, lastUsedAt, expiresAt, revokedAt } = token;
  return (
    <Quiet>
      Created {createdBy !== null && `by ${createdBy.name} `}on <DateTime value={createdAt} precision="day" /> ·{' '}
      {lastUsedAt === null ? (
        'never used'
      ) : (
        <>
          last used <DateTime value={lastUsedAt} />
        </>
      )}{' '}
      ·{' '}
      {revokedAt === null ? (
        <>
          {token.state === 'expired' ? 'ended' : 'ends'} <DateTime value={expiresAt} />
        </>
      ) : (
        <>
          revoked <DateTime value={revokedAt} />
        </>
      )}
    </Quiet>
  );
}
