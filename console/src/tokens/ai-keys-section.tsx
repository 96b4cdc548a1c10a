import { Box, Code, Collapse, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MerchantAiKey } from '@vitrine/contract/ai-keys';
import { useState, type ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { AiKeyUsage, LastUse, RevokeAiKeyDialog, stopWord } from '../ui/ai-key.js';
import { IconButton } from '../ui/icon-button.js';
import { LineList } from '../ui/line-list.js';
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
        {chosen !== undefined && (
          <RevokeAiKeyDialog
            aiKey={chosen}
            endpoint="revokeAiKey"
            list="listAiKeys"
            onClose={() => setChosen(undefined)}
          >
            This assistant of {chosen.person.name}
          </RevokeAiKeyDialog>
        )}
      </Section>
    </Box>
  );
}

type RowProps = { readonly aiKey: MerchantAiKey; readonly onRevoke: () => void };

function KeyRow({ aiKey, onRevoke }: RowProps): ReactNode {
  const { name, lastFour, person, connection } = aiKey;
  const host = connection === null || connection.host === null ? '' : `of ${connection.host}`;
  const [isUsageOpen, usage] = useDisclosure();
  return (
    <Box component="li" px="md" py="sm">
      <Group gap="xs" wrap="nowrap">
        <Box flex="1" miw={0}>
          <Text fw={600} truncate>
            {name} {connection === null ? <Code>…{lastFour}</Code> : <Quiet span>{host}</Quiet>}
          </Text>
          <Quiet>
            {person.name}; <LastUse aiKey={aiKey} />
          </Quiet>
        </Box>
        <IconButton
          label={`Usage of ${name} of ${person.name}`}
          icon={IconChartBar}
          size="lg"
          aria-expanded={isUsageOpen}
          onClick={usage.toggle}
        />
        <IconButton
          label={`${stopWord(aiKey)} ${name} of ${person.name}`}
          icon={IconTrash}
          size="lg"
          onClick={onRevoke}
        />
      </Group>
      <Collapse expanded={isUsageOpen}>
        {isUsageOpen && <AiKeyUsage endpoint="getAiKeyUsage" keyId={aiKey.id} />}
      </Collapse>
    </Box>
  );
}
