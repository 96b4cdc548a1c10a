import { Group, Progress, SegmentedControl } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import type { ShownItem } from '@vitrine/contract/campaign-content';
import { useEffect, useState, type ReactNode } from 'react';
import { formatLength } from './format-length.js';
import { IconButton } from './icon-button.js';
import { MediaPlayer } from './media-player.js';
import { Quiet } from './quiet.js';
import './play-preview.css';

type Items = readonly ShownItem[];
type Props = {
  readonly landscape: Items;
  // Null where portrait screens play the same.
  readonly portrait: Items | null;
  // The signatures ran out while the preview stood open.
  readonly onBroken?: () => void;
};

// Plays a list as a screen would, lying or standing.
export function PlayPreview({ landscape, portrait, onBroken }: Props): ReactNode {
  const [orientation, setOrientation] = useState<'landscape' | 'portrait'>('landscape');
  return (
    <>
      <SegmentedControl
        aria-label="Orientation of the screen"
        data={[
          { value: 'landscape', label: 'Landscape' },
          { value: 'portrait', label: portrait === null ? 'Portrait (same)' : 'Portrait' },
        ]}
        value={orientation}
        onChange={setOrientation}
      />
      <Screen
        key={orientation}
        items={orientation === 'portrait' && portrait !== null ? portrait : landscape}
        orientation={orientation}
        {...(onBroken !== undefined && { onBroken })}
      />
    </>
  );
}

type ScreenProps = { readonly items: Items; readonly orientation: string; readonly onBroken?: () => void };

// Each item for its time, then the first one again.
function Screen({ items, orientation, onBroken }: ScreenProps): ReactNode {
  const [isPlaying, setPlaying] = useState(true);
  const { at, share, go } = usePlayback(items, isPlaying);
  const item = items[at];
  if (item === undefined) return null;
  const button = { variant: 'default', size: 'lg' } as const;
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
        <IconButton {...button} label="Previous item" icon={IconPlayerSkipBack} onClick={() => go(at - 1)} />
        <IconButton
          {...button}
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
          onClick={() => setPlaying(!isPlaying)}
        />
        <IconButton {...button} label="Next item" icon={IconPlayerSkipForward} onClick={() => go(at + 1)} />
      </Group>
      <Quiet ta="center">
        {at + 1} of {items.length} · {item.media?.name ?? 'Deleted item'} · {formatLength(item.durationSeconds)}
      </Quiet>
    </div>
  );
}

const TICK_MS = 100;

type Playback = { readonly at: number; readonly share: number; readonly go: (at: number) => void };

// Which item is on, and how much of its time is over.
function usePlayback(items: Items, isPlaying: boolean): Playback {
  const [{ at, playedMs }, setState] = useState({ at: 0, playedMs: 0 });
  const shown = items.length === 0 ? 0 : at % items.length;
  const lengthMs = (items[shown]?.durationSeconds ?? 0) * 1000;
  useEffect(() => {
    if (!isPlaying || lengthMs === 0) return undefined;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const passed = now - last;
      last = now;
      setState((before) =>
        before.playedMs + passed < lengthMs
          ? { ...before, playedMs: before.playedMs + passed }
          : { at: before.at + 1, playedMs: 0 },
      );
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying, lengthMs, shown]);
  return {
    at: shown,
    share: lengthMs === 0 ? 0 : Math.min(1, playedMs / lengthMs),
    go: (next) => setState({ at: (next + items.length) % items.length, playedMs: 0 }),
  };
}
