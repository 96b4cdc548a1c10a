import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CampaignVersions } from '@vitrine/contract/campaign-versions';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { useState, type ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { DateTime } from '../ui/date-time.js';
import { flightWords } from '../ui/flight-words.js';
import { countItems } from '../ui/format-length.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { PlayPreview } from '../ui/play-preview.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { StatusBadge } from '../ui/status-badge.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { VersionDialog } from './version-dialog.js';
import type { CampaignSettings } from './use-campaign-settings.js';

const BEFORE_AND_AFTER = {
  upcoming: 'Screens begin to play it when its time comes.',
  ended: 'Its time is over. This is what was played.',
} as const;

// What screens play now, as it was frozen when it was published.
export function LivePreview({ campaign: { live, status } }: { readonly campaign: ConsoleCampaign }): ReactNode {
  const onBroken = useRefreshBroken('getConsoleCampaign');
  return (
    <Section title={status === 'running' ? 'On screens now' : 'Published'} label="On screens now">
      {live === null ? (
        <Quiet>Nothing. Choose a playlist and a time, then publish.</Quiet>
      ) : (
        <>
          {(status === 'upcoming' || status === 'ended') && <Text size="sm">{BEFORE_AND_AFTER[status]}</Text>}
          <PlayPreview key={live.version} {...live} onBroken={onBroken} />
          <Quiet>
            Version {live.version}, published <PublishedBy {...live} />
          </Quiet>
        </>
      )}
    </Section>
  );
}

type Version = CampaignVersions['items'][number];

type VersionsProps = { readonly campaign: ConsoleCampaign; readonly settings: CampaignSettings };

// Who published what when; each can be looked at and brought back.
export function Versions({ campaign, settings }: VersionsProps): ReactNode {
  const query = useQuery(endpointQuery('listCampaignVersions', { params: { lineageId: campaign.lineageId } }));
  const [shown, setShown] = useState<number>();
  const close = (): void => setShown(undefined);
  return (
    <Section title="Versions">
      <Loaded query={query} what="The versions" loading={<LoadingRows count={2} />}>
        {({ items }) =>
          items.map((version) => (
            <VersionLine key={version.version} version={version} onLook={() => setShown(version.version)} />
          ))
        }
      </Loaded>
      {shown !== undefined && <VersionDialog version={shown} campaign={campaign} settings={settings} onClose={close} />}
    </Section>
  );
}

const VersionLine = ({ version, onLook }: { readonly version: Version; readonly onLook: () => void }): ReactNode => (
  <div>
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Group gap="xs">
        <Text fw={600} size="sm">
          Version {version.version}
        </Text>
        {version.isLive && <StatusBadge tone="good">Live</StatusBadge>}
        {version.publishedAt === null && <StatusBadge tone="quiet">Draft</StatusBadge>}
      </Group>
      {version.hasContent && (
        <Button variant="subtle" size="compact-sm" aria-label={`Look at version ${version.version}`} onClick={onLook}>
          Look
        </Button>
      )}
    </Group>
    <Quiet>
      {version.publishedAt === null ? (
        'Not published yet'
      ) : (
        <>
          Published <PublishedBy publishedAt={version.publishedAt} publishedBy={version.publishedBy} />
        </>
      )}{' '}
      · {flightWords(version.flight)}
      {version.itemCount !== null && ` · ${countItems(version.itemCount)}`}
      {version.publishedAt !== null && !version.hasContent && ' · What it played is no longer stored'}
    </Quiet>
  </div>
);

type PublishedProps = { readonly publishedAt: string; readonly publishedBy: Version['publishedBy'] };

// "by Olga Owner on 15 Jun 2026, 14:00"
const PublishedBy = ({ publishedAt, publishedBy }: PublishedProps): ReactNode => (
  <>
    {publishedBy !== null && `by ${publishedBy.name} `}on <DateTime value={publishedAt} />
  </>
);
