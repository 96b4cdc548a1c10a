import { Box, Code, Collapse, Group, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MerchantAiKey } from '@vitrine/contract/ai-keys';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DateTime } from '../ui/date-time.js';
import { IconButton } from '../ui/icon-button.js';
import { LineList } from '../ui/line-list.js';
import { Loaded } from '../ui/loaded.js';
import { MessageDays } from '../ui/message-days.js';
import { notifyDone } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';

// Of everybody at the merchant; one makes one's own under My account.
export function AiKeysSection(): ReactNode {
  const { data } = useQuery(endpointQuery('listAiKeys'));
  const [chosen, setChosen] = useState<MerchantAiKey>();
  const working = data?.items.filter(({ state }) => state === 'active') ?? [];
  if (working.length === 0) return null;
  return (
    <Box mt="xl">
      <Section title="Assistants" gap="md">
        <Text size="sm">
          AI tools that work in the name of somebody here. Everybody connects their own under My account.
        </Text>
        <LineList label="Keys for assistants">
          {working.map((key) => (
            <KeyRow key={`${key.person.personId} ${key.id}`} aiKey={key} onRevoke={() => setChosen(key)} />
          ))}
        </LineList>
        {chosen !== undefined && <RevokeDialog aiKey={chosen} onClose={() => setChosen(undefined)} />}
      </Section>
    </Box>
  );
}

type RowProps = { readonly aiKey: MerchantAiKey; readonly onRevoke: () => void };

function KeyRow({ aiKey, onRevoke }: RowProps): ReactNode {
  const { name, lastFour, person, lastUsedAt, client, connection } = aiKey;
  const host = connection === null || connection.host === null ? '' : `of ${connection.host}`;
  const stop = connection === null ? 'Revoke' : 'Disconnect';
  const [isUsageOpen, usage] = useDisclosure();
  return (
    <Box component="li" px="md" py="sm">
      <Group gap="xs" wrap="nowrap">
        <Box flex="1" miw={0}>
          <Text fw={600} truncate>
            {name} {connection === null ? <Code>…{lastFour}</Code> : <Quiet span>{host}</Quiet>}
          </Text>
          <Quiet>
            {person.name};{' '}
            {lastUsedAt === null ? (
              'never used'
            ) : (
              <>
                last used <DateTime value={lastUsedAt} />
                {client !== null && client !== '' && ` by ${client}`}
              </>
            )}
          </Quiet>
        </Box>
        <IconButton
          label={`Usage of ${name} of ${person.name}`}
          icon={IconChartBar}
          size="lg"
          aria-expanded={isUsageOpen}
          onClick={usage.toggle}
        />
        <IconButton label={`${stop} ${name} of ${person.name}`} icon={IconTrash} size="lg" onClick={onRevoke} />
      </Group>
      <Collapse expanded={isUsageOpen}>{isUsageOpen && <Usage keyId={aiKey.id} />}</Collapse>
    </Box>
  );
}

function Usage({ keyId }: { readonly keyId: string }): ReactNode {
  const query = useQuery(endpointQuery('getAiKeyUsage', { params: { id: keyId } }));
  return (
    <Loaded query={query} what="The usage" loading={<Skeleton height={150} mt="md" />}>
      {({ items }) => <MessageDays days={items} />}
    </Loaded>
  );
}

type DialogProps = { readonly aiKey: MerchantAiKey; readonly onClose: () => void };

function RevokeDialog({ aiKey: { id, name, person, connection }, onClose }: DialogProps): ReactNode {
  const stop = connection === null ? 'Revoke' : 'Disconnect';
  const queryClient = useQueryClient();
  const revoke = async (): Promise<void> => {
    await call('revokeAiKey', { params: { id } });
    notifyDone(`${name} no longer works.`);
    await queryClient.invalidateQueries({ queryKey: ['listAiKeys'] });
  };
  return (
    <ConfirmDialog onClose={onClose} title={`${stop} ${name}?`} confirmLabel={stop} isDangerous onConfirm={revoke}>
      This assistant of {person.name} is out at once. What it has made stays.
    </ConfirmDialog>
  );
}
