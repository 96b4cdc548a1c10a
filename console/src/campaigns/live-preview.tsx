import { Card, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import { useState, type ReactNode } from 'react';
import { DateTime } from '../ui/date-time.js';
import { PlayPreview } from '../ui/play-preview.js';
import { useRefreshBroken } from '../ui/use-refresh-broken.js';

// What screens play now, as it was frozen when it was published.
export function LivePreview({ campaign: { live, status } }: { readonly campaign: ConsoleCampaign }): ReactNode {
  return (
    <Card withBorder component="section" aria-label="On screens now">
      <Stack gap="sm">
        <Title order={2}>{status === 'running' ? 'On screens now' : 'Published'}</Title>
        {live === null ? (
          <Text size="sm" c="dimmed">
            Nothing. Choose a playlist and a time, then publish.
          </Text>
        ) : (
          <LiveContent live={live} status={status} />
        )}
      </Stack>
    </Card>
  );
}

type LiveProps = { readonly live: NonNullable<ConsoleCampaign['live']>; readonly status: ConsoleCampaign['status'] };

const BEFORE_AND_AFTER = {
  upcoming: 'Screens begin to play it when its time comes.',
  ended: 'Its time is over. This is what was played.',
} as const;

function LiveContent({ live, status }: LiveProps): ReactNode {
  const [orientation, setOrientation] = useState<'landscape' | 'portrait'>('landscape');
  const onBroken = useRefreshBroken('getConsoleCampaign');
  const items = orientation === 'portrait' && live.portrait !== null ? live.portrait : live.landscape;
  return (
    <>
      {(status === 'upcoming' || status === 'ended') && <Text size="sm">{BEFORE_AND_AFTER[status]}</Text>}
      <SegmentedControl
        aria-label="Orientation of the screen"
        data={[
          { value: 'landscape', label: 'Landscape' },
          { value: 'portrait', label: live.portrait === null ? 'Portrait (same)' : 'Portrait' },
        ]}
        value={orientation}
        onChange={setOrientation}
      />
      <PlayPreview key={`${live.version} ${orientation}`} items={items} orientation={orientation} onBroken={onBroken} />
      <Text size="sm" c="dimmed">
        Version {live.version}, published {live.publishedBy !== null && `by ${live.publishedBy.name} `}on{' '}
        <DateTime value={live.publishedAt} />
      </Text>
    </>
  );
}
