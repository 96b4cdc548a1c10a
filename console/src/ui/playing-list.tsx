import { Group, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { PlayingCampaign } from '@vitrine/contract/calendar';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { flightWords } from './flight-words.js';
import { countItems, formatLength } from './format-length.js';
import './playing-list.css';
import { Quiet } from './quiet.js';
import { ChangesBadge } from './status-badge.js';
import { useSignedUrl } from './use-signed-url.js';

type Props = {
  readonly label: string;
  readonly playing: readonly PlayingCampaign[];
  readonly onBroken: () => void;
};

// Campaigns that run at once, in the order in which they take turns.
export const PlayingList = ({ label, playing, onBroken }: Props): ReactNode => (
  <ol className="plain-list playing-list" aria-label={label}>
    {playing.map((campaign, at) => (
      <li key={campaign.lineageId}>
        <Link to="/campaigns/$lineageId" params={{ lineageId: campaign.lineageId }} className="playing-card">
          <Covers urls={campaign.coverUrls} onBroken={onBroken} />
          <div className="playing-words">
            <Group gap="xs" wrap="nowrap" align="baseline">
              {playing.length > 1 && (
                <span className="playing-turn figures" aria-label={`Turn ${at + 1}`}>
                  {at + 1}
                </span>
              )}
              <Text fw={600} miw={0} lineClamp={2} className="playing-name">
                {campaign.name}
              </Text>
            </Group>
            <Quiet>{flightWords(campaign.flight)}</Quiet>
            <Group gap="xs">
              <Quiet className="figures">
                {countItems(campaign.itemCount)} · {formatLength(campaign.totalDurationSeconds)}
              </Quiet>
              {campaign.changesNotPublished && <ChangesBadge />}
            </Group>
          </div>
        </Link>
      </li>
    ))}
  </ol>
);

type CoversProps = { readonly urls: readonly string[]; readonly onBroken: () => void };

// The first picture large, the next ones beside it.
const Covers = ({ urls, onBroken }: CoversProps): ReactNode => (
  <div className="playing-covers" data-count={Math.min(urls.length, 4)}>
    {urls.length === 0 ? (
      <IconPhoto size={28} stroke={1.4} aria-hidden />
    ) : (
      urls.map((url, at) => <Cover key={at} url={url} onBroken={onBroken} />)
    )}
  </div>
);

function Cover({ url: latest, onBroken }: { readonly url: string; readonly onBroken: () => void }): ReactNode {
  const { url, onError } = useSignedUrl(latest, onBroken);
  return url === undefined ? <span /> : <img src={url} alt="" loading="lazy" decoding="async" onError={onError} />;
}
