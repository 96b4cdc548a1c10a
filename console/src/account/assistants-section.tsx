import { Alert, Anchor, Box, Button, Code, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar, IconPlugConnected, IconPlugConnectedX, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AiKey } from '@vitrine/contract/ai-keys';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { useMe } from '../api/me.js';
import { AiKeyUsage, LastUse, RevokeAiKeyDialog, stopWord } from '../ui/ai-key.js';
import { findAskedConnection } from '../ui/asked-connection.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { CopyButton } from '../ui/copy-button.js';
import { DateTime } from '../ui/date-time.js';
import { Dialog } from '../ui/dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { LinkButton } from '../ui/links.js';
import { LineList } from '../ui/line-list.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { PERMISSION_WORDS } from '../ui/ai-words.js';
import { AiKeyValue, NewAiKeyDialog } from './new-ai-key-dialog.js';

// Keys by which AI tools work in one's name, at the merchant that one works for now.
export function AssistantsSection(): ReactNode {
  const { merchant } = useMe();
  if (merchant === null || merchant.needsSecondFactor) return null;
  return (
    <>
      {findAskedConnection() !== undefined && <Waiting />}
      <OwnKeys merchantName={merchant.merchantName} />
    </>
  );
}

// Who came here on the way, to set up a second factor or to make room, finds the way on.
const Waiting = (): ReactNode => (
  <Alert color="blue" icon={<IconPlugConnected aria-hidden />} title="An assistant waits for your answer">
    <LinkButton to="/connect" size="xs" variant="default">
      Answer it
    </LinkButton>
  </Alert>
);

function OwnKeys({ merchantName }: { readonly merchantName: string }): ReactNode {
  const query = useQuery(endpointQuery('listOwnAiKeys'));
  const [isOpen, dialog] = useDisclosure();
  return (
    <Section title="Assistants" gap="md">
      <Text size="sm">
        Claude, Cursor and other AI tools can look at what {merchantName} shows, add pictures and prepare campaigns, in
        your name. They can never do more than you, and they delete nothing.{' '}
        <Anchor href="/docs/assistants">How to connect one</Anchor>
      </Text>
      <Loaded query={query} what="Your keys" loading={<LoadingRows count={1} />}>
        {({ items, active, activeMax, address, connects }) => (
          <>
            <HowToConnect address={address} connects={connects} />
            {items.length > 0 && (
              <LineList label="Your assistants">
                {items.map((key) => (
                  <KeyRow key={key.id} aiKey={key} address={address} />
                ))}
              </LineList>
            )}
            {active >= activeMax && <Quiet>You have {active} keys, which is the most.</Quiet>}
            <Group>
              <Button variant="default" onClick={dialog.open} disabled={active >= activeMax}>
                New key
              </Button>
            </Group>
            <NewAiKeyDialog opened={isOpen} address={address} onClose={dialog.close} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

// With one click where there is https: no key to copy, and none to lose.
const HowToConnect = ({ address, connects }: { readonly address: string; readonly connects: boolean }): ReactNode =>
  connects ? (
    <Stack gap={6}>
      <Text size="sm">
        Add this address to your assistant. It brings you back here, where you say what it may do. For programs that
        cannot do that, make a key.
      </Text>
      <Group gap="xs">
        <Code>{address}</Code>
        <CopyButton value={address} label="Copy address" />
      </Group>
    </Stack>
  ) : (
    <Text size="sm">
      Here an assistant needs a key: connecting with one click is only offered over https at the top of an address, not
      over plain http or below a path.
    </Text>
  );

const STATE_WORDS = { active: 'works until', expired: 'ended', revoked: 'revoked' } as const;

function KeyRow({ aiKey, address }: { readonly aiKey: AiKey; readonly address: string }): ReactNode {
  const { name, lastFour, state, permissions, expiresAt, revokedAt, connection } = aiKey;
  const [isRevoking, revoking] = useDisclosure();
  const [isRotating, rotating] = useDisclosure();
  const [isUsageOpen, usage] = useDisclosure();
  const [value, setValue] = useState<string>();
  const done = (): void => setValue(undefined);
  return (
    <Box component="li" px="md" py="sm">
      {/* On a phone what is done with it stands below the words. */}
      <Group gap="xs">
        <Box flex="1 1 14rem" miw={0}>
          <Text fw={600} truncate>
            {name} {connection === null ? <Code>…{lastFour}</Code> : <Quiet span>{hostWords(connection)}</Quiet>}
          </Text>
          <Quiet>
            {permissions.map((permission) => PERMISSION_WORDS[permission].label).join(', ')}; {STATE_WORDS[state]}{' '}
            <DateTime value={revokedAt ?? expiresAt} precision="day" />; <LastUse aiKey={aiKey} />
          </Quiet>
        </Box>
        <IconButton
          label={`Usage of ${name}`}
          icon={IconChartBar}
          size="lg"
          aria-expanded={isUsageOpen}
          onClick={usage.toggle}
        />
        {state === 'active' && (
          <>
            {connection === null && (
              <IconButton label={`New value for ${name}`} icon={IconRefresh} size="lg" onClick={rotating.open} />
            )}
            <IconButton
              label={`${stopWord(aiKey)} ${name}`}
              icon={connection === null ? IconTrash : IconPlugConnectedX}
              size="lg"
              onClick={revoking.open}
            />
          </>
        )}
      </Group>
      <Collapse expanded={isUsageOpen}>
        {isUsageOpen && <AiKeyUsage endpoint="getOwnAiKeyUsage" keyId={aiKey.id} />}
      </Collapse>
      {isRevoking && (
        <RevokeAiKeyDialog aiKey={aiKey} endpoint="revokeOwnAiKey" list="listOwnAiKeys" onClose={revoking.close}>
          {connection === null ? 'The assistant that has this key' : 'The assistant'}
        </RevokeAiKeyDialog>
      )}
      {isRotating && <RotateDialog aiKey={aiKey} onMade={setValue} onClose={rotating.close} />}
      <Dialog opened={value !== undefined} onClose={done} title="Copy the key now" size="lg">
        {value !== undefined && <AiKeyValue value={value} address={address} onClose={done} />}
      </Dialog>
    </Box>
  );
}

const hostWords = ({ host }: NonNullable<AiKey['connection']>): string => (host === null ? 'connected' : `of ${host}`);

type RotateProps = {
  readonly aiKey: AiKey;
  readonly onMade: (value: string) => void;
  readonly onClose: () => void;
};

function RotateDialog({ aiKey, onMade, onClose }: RotateProps): ReactNode {
  const queryClient = useQueryClient();
  const rotate = async (): Promise<void> => {
    onMade((await call('rotateAiKey', { params: { id: aiKey.id } })).value);
    await queryClient.invalidateQueries({ queryKey: ['listOwnAiKeys'] });
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`A new value for ${aiKey.name}?`}
      confirmLabel="Make a new value"
      onConfirm={rotate}
    >
      The old value stops at once. The new one works for {aiKey.days} days.
    </ConfirmDialog>
  );
}
