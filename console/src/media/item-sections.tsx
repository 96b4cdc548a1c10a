import { Anchor, Group, Title } from '@mantine/core';
import type { ConsoleMedia } from '@vitrine/contract/media';
import { useId, type ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.js';
import { DateTime } from '../ui/date-time.js';
import { formatBytes } from '../ui/format-bytes.js';
import { formatLength } from '../ui/format-length.js';
import { HistoryButton } from '../ui/history-link.js';
import { LinkAnchor } from '../ui/links.js';
import { MEDIA_TYPES } from '../ui/media-thumbnail.js';
import { Quiet } from '../ui/quiet.js';
import { CampaignStatusBadge, StatusBadge } from '../ui/status-badge.js';

type Props = { readonly media: ConsoleMedia };

export function ItemFacts({ media }: Props): ReactNode {
  const { type, width, height, durationSeconds, file, fileUrl } = media;
  return (
    <Section title="About the file">
      <dl className="media-facts">
        <Fact name="Type">{MEDIA_TYPES[type].label}</Fact>
        {type === 'web' && fileUrl !== null && (
          <Fact name="Address">
            <Anchor href={fileUrl} target="_blank" rel="noreferrer noopener" size="sm">
              {fileUrl}
            </Anchor>
          </Fact>
        )}
        {width !== null && height !== null && <Fact name="Dimensions">{`${width} × ${height} pixels`}</Fact>}
        {durationSeconds !== null && <Fact name="Length">{formatLength(durationSeconds)}</Fact>}
        {file !== null && <Fact name="Size">{formatBytes(file.sizeBytes)}</Fact>}
        {file !== null && <Fact name="Format">{formatName(file.mimeType)}</Fact>}
        {file?.fileName && <Fact name="File name">{file.fileName}</Fact>}
        <Fact name="Added">
          <DateTime value={media.createdAt} />
        </Fact>
      </dl>
      <Group mt="sm">
        <CopyButton value={media.id} label="Copy the id for integrations" />
        <HistoryButton id={media.id} size="xs" />
      </Group>
    </Section>
  );
}

// JPEG, MP4: as people call it.
const formatName = (mimeType: string): string =>
  (mimeType.split('/')[1] ?? mimeType)
    .replace('webm', 'WebM')
    .replace('webp', 'WebP')
    .replace(/^[a-z0-9]+$/, (name) => name.toUpperCase());

type FactProps = { readonly name: string; readonly children: ReactNode };

const Fact = ({ name, children }: FactProps): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

export const UsedIn = ({ media: { usedIn } }: Props): ReactNode => (
  <Section title="Used in">
    {usedIn.playlists.length + usedIn.campaigns.length === 0 ? (
      <Quiet>No playlist has it, and no campaign plays it.</Quiet>
    ) : (
      <Uses {...usedIn} />
    )}
  </Section>
);

// The campaigns and playlists that have it.
export const Uses = ({ campaigns = [], playlists = [] }: Partial<ConsoleMedia['usedIn']>): ReactNode => (
  <ul className="plain-list media-uses">
    {campaigns.map(({ lineageId, name, status }) => (
      <Group key={lineageId} component="li" gap="xs">
        <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId }} size="sm">
          {name}
        </LinkAnchor>
        <Quiet size="xs">Campaign</Quiet>
        <CampaignStatusBadge status={status} />
      </Group>
    ))}
    {playlists.map(({ id, name, shared }) => (
      <Group key={id} component="li" gap="xs">
        <LinkAnchor to="/playlists/$id" params={{ id }} size="sm">
          {name}
        </LinkAnchor>
        <Quiet size="xs">Playlist</Quiet>
        {shared && <StatusBadge tone="quiet">Shared</StatusBadge>}
      </Group>
    ))}
  </ul>
);

type SectionProps = { readonly title: string; readonly children: ReactNode };

function Section({ title, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
