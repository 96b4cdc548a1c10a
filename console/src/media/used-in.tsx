import { Group, Text } from '@mantine/core';
import type { ConsoleMedia } from '@vitrine/contract/console/media';
import type { ReactNode } from 'react';
import { CampaignStatusBadge } from '../ui/campaign-status-badge.js';
import { LinkAnchor } from '../ui/links.js';
import { StatusBadge } from '../ui/status-badge.js';
import { Section } from './section.js';

type Uses = ConsoleMedia['usedIn'];

export function UsedIn({ media: { usedIn } }: { readonly media: ConsoleMedia }): ReactNode {
  const { playlists, campaigns } = usedIn;
  return (
    <Section title="Used in">
      {playlists.length + campaigns.length === 0 ? (
        <Text size="sm" c="dimmed">
          No playlist has it, and no campaign plays it.
        </Text>
      ) : (
        <ul className="media-uses">
          <Campaigns campaigns={campaigns} />
          <Playlists playlists={playlists} />
        </ul>
      )}
    </Section>
  );
}

export const Campaigns = ({ campaigns }: Pick<Uses, 'campaigns'>): ReactNode =>
  campaigns.map(({ lineageId, name, status }) => (
    <li key={lineageId}>
      <Group gap="xs">
        <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId }} size="sm">
          {name}
        </LinkAnchor>
        <Text size="xs" c="dimmed">
          Campaign
        </Text>
        <CampaignStatusBadge status={status} />
      </Group>
    </li>
  ));

export const Playlists = ({ playlists }: Pick<Uses, 'playlists'>): ReactNode =>
  playlists.map(({ id, name, shared }) => (
    <li key={id}>
      <Group gap="xs">
        <LinkAnchor to="/playlists/$id" params={{ id }} size="sm">
          {name}
        </LinkAnchor>
        <Text size="xs" c="dimmed">
          Playlist
        </Text>
        {shared && <StatusBadge tone="quiet">Shared</StatusBadge>}
      </Group>
    </li>
  ));
