import { Alert, Group, Text } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import type { CampaignUse } from '@vitrine/contract/references';
import type { ReactNode } from 'react';
import { LinkButton } from '../ui/links.js';

const OFFERED_MAX = 5;

// Screens play what was published. Where that is no longer what the campaign would play, the way to publish is here.
export function PublishOffer({ uses }: { readonly uses: readonly CampaignUse[] }): ReactNode {
  const waiting = uses.filter(({ changesNotPublished }) => changesNotPublished);
  if (waiting.length === 0) return null;
  return (
    <Alert mb="lg" color="yellow" icon={<IconBroadcast aria-hidden />} title="Changes not published">
      <Text size="sm">
        {waiting.length === 1 ? 'A campaign plays' : `${waiting.length} campaigns play`} this playlist, and screens show
        it as it was published last. Publish to bring the changes to them.
      </Text>
      <Group gap="sm" mt="sm">
        {waiting.slice(0, OFFERED_MAX).map(({ lineageId, name }) => (
          <LinkButton
            key={lineageId}
            size="xs"
            to="/campaigns/$lineageId"
            params={{ lineageId }}
            hash="publish"
            maw="100%"
          >
            Publish “{name}” …
          </LinkButton>
        ))}
        {waiting.length > OFFERED_MAX && <Text size="sm">and {waiting.length - OFFERED_MAX} more, listed below</Text>}
      </Group>
    </Alert>
  );
}
