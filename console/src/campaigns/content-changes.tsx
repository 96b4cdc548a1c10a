import { Stack, Text, Title } from '@mantine/core';
import type { ShownItem } from '@vitrine/contract/campaign-content';
import type { ContentChanges } from '@vitrine/contract/campaign-versions';
import type { ReactNode } from 'react';
import { countItems, formatLength } from '../ui/format-length.js';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { Quiet } from '../ui/quiet.js';

type Props = {
  readonly title: string;
  readonly changes: ContentChanges;
  // How the items after the change are introduced: "Then".
  readonly after: string;
};

// What changes, or has changed, on screens of one orientation, in words.
export function ContentChangesList({ title, changes, after: introduction }: Props): ReactNode {
  const { added, removed, reordered, retimed, after } = changes;
  const isSame = added.length + removed.length + retimed.length === 0 && !reordered;
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <Stack gap={6}>
        {isSame && <Text size="sm">Nothing changes.</Text>}
        <Lines title={`Added (${added.length})`} lines={added.map((item) => ({ item, words: nameAndLength(item) }))} />
        <Lines
          title={`Removed (${removed.length})`}
          lines={removed.map((item) => ({ item, words: nameAndLength(item) }))}
        />
        {reordered && <Text size="sm">The order changes.</Text>}
        <Lines
          title="Another time"
          lines={retimed.map(({ item, fromSeconds }) => ({
            item,
            words: `${nameOf(item)}: ${formatLength(fromSeconds)} → ${lengthOf(item)}`,
          }))}
        />
        <Quiet>
          {introduction}: {countItems(after.length)},{' '}
          {formatLength(after.reduce((sum, item) => sum + item.durationSeconds, 0))} per loop.
        </Quiet>
      </Stack>
    </section>
  );
}

const nameOf = (item: ShownItem): string => item.media?.name ?? 'an item that was deleted';
const lengthOf = (item: ShownItem): string => formatLength(item.durationSeconds);
const nameAndLength = (item: ShownItem): string => `${nameOf(item)}, ${lengthOf(item)}`;

type LinesProps = {
  readonly title: string;
  readonly lines: readonly { readonly item: ShownItem; readonly words: string }[];
};

const Lines = ({ title, lines }: LinesProps): ReactNode =>
  lines.length === 0 ? null : (
    <div>
      <Text size="sm">{title}:</Text>
      <ul className="plain-list publish-items">
        {lines.map(({ item, words }, at) => (
          <li key={at}>
            <MediaThumbnail media={{ id: item.mediaId, type: item.type, thumbnailUrl: null, ...item.media }} />
            <Text size="sm">{words}</Text>
          </li>
        ))}
      </ul>
    </div>
  );
