import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CampaignVersions } from '@vitrine/contract/console/campaigns';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { DateTime } from '../ui/date-time.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LoadingRows } from '../ui/loading.js';
import { StatusBadge } from '../ui/status-badge.js';
import { flightWords } from './flight-words.js';

type Version = CampaignVersions['items'][number];

// Who published what when.
export function Versions({ lineageId }: { readonly lineageId: string }): ReactNode {
  const versions = useQuery(endpointQuery('listCampaignVersions', { params: { lineageId } }));
  return (
    <Card withBorder component="section" aria-label="Versions">
      <Stack gap="sm">
        <Title order={2}>Versions</Title>
        {versions.isPending && <LoadingRows count={2} />}
        {versions.isError && <ErrorNotice failure={versions.error} title="The versions could not be loaded" />}
        {versions.data?.items.map((version) => (
          <VersionLine key={version.version} version={version} />
        ))}
      </Stack>
    </Card>
  );
}

const VersionLine = ({ version }: { readonly version: Version }): ReactNode => (
  <div>
    <Group gap="xs">
      <Text fw={600} size="sm">
        Version {version.version}
      </Text>
      {version.isLive && <StatusBadge tone="good">Live</StatusBadge>}
      {version.publishedAt === null && <StatusBadge tone="quiet">Draft</StatusBadge>}
    </Group>
    <Text size="sm" c="dimmed">
      {version.publishedAt === null ? (
        'Not published yet'
      ) : (
        <>
          Published {version.publishedBy !== null && `by ${version.publishedBy.name} `}on{' '}
          <DateTime value={version.publishedAt} />
        </>
      )}{' '}
      · {flightWords(version.flight)}
      {version.itemCount !== null && ` · ${version.itemCount} ${version.itemCount === 1 ? 'item' : 'items'}`}
    </Text>
  </div>
);
