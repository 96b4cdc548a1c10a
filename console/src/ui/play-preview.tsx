import { ActionIcon, Group, Progress, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import type { ShownItem } from '@vitrine/contract/console/campaigns';
import { useState, type ReactNode } from 'react';
import { formatLength } from './format-length.js';
import { MediaPlayer } from './media-player.js';
import './play-preview.css';
import { usePlayback } from './use-playback.js';

type Props = {
  readonly items: readonly ShownItem[];
  readonly orientation?: 'landscape' | 'portrait';
  // The signatures ran out while the preview stood open.
  readonly onBroken?: () => void;
};

// Plays a list as a screen would: each item for its time, then the first one again.
export function PlayPreview({ items, orientation = 'landscape', onBroken }: Props): ReactNode {
  const [isPlaying, setPlaying] = useState(true);
  const { at, share, go } = usePlayback(items, isPlaying);
  const item = items[at];
  if (item === undefined) return null;
  return (
    <div className="play-preview">
      <div className={`play-preview-screen play-preview-${orientation}`}>
        {item.media === null ? (
          <div className="media-player">This item was deleted.</div>
        ) : (
          <MediaPlayer
            key={`${at} ${item.mediaId}`}
            media={{ ...item.media, type: item.type }}
            isAutomatic
            {...(onBroken !== undefined && { onBroken })}
          />
        )}
      </div>
      <Progress
        value={share * 100}
        size="sm"
        w="100%"
        transitionDuration={0}
        aria-label="How far this item has played"
      />
      <Group gap="xs" justify="center">
        <ActionIcon variant="default" size="lg" aria-label="Previous item" onClick={() => go(at - 1)}>
          <IconPlayerSkipBack size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Next item" onClick={() => go(at + 1)}>
          <IconPlayerSkipForward size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Text size="sm" c="dimmed" ta="center">
        {at + 1} of {items.length} · {item.media?.name ?? 'Deleted item'} · {formatLength(item.durationSeconds)}
      </Text>
    </div>
  );
}
