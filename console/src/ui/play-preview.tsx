import { Group, Progress, SegmentedControl, Slider } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import type { ShownItem } from '@vitrine/contract/campaign-content';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
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
  // Which item to begin with.
  readonly from?: number;
  // The signatures ran out while the preview stood open.
  readonly onBroken?: () => void;
};

// Plays a list as a screen would, lying or standing.
export function PlayPreview({ landscape, portrait, from = 0, onBroken }: Props): ReactNode {
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
        from={from}
        {...(onBroken !== undefined && { onBroken })}
      />
    </>
  );
}

type ScreenProps = {
  readonly items: Items;
  readonly orientation: string;
  readonly from: number;
  readonly onBroken?: () => void;
};

// Each item for its time, then the first one again. Who wants no motion starts it.
function Screen({ items, orientation, from, onBroken }: ScreenProps): ReactNode {
  const [isPlaying, setPlaying] = useState(() => !prefersNoMotion());
  const { at, share, go } = usePlayback(items, isPlaying, from);
  const item = items[at];
  useLoadAhead(items[at + 1] ?? items[0]);
  if (item === undefined) return null;
  const button = { variant: 'default', size: 44 } as const;
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
            isPlaying={isPlaying}
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
      {items.length > 1 && <Jump items={items} at={at} onJump={go} />}
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
      <Quiet ta="center" className="figures">
        {at + 1} of {items.length} · {item.media?.name ?? 'Deleted item'} · {formatLength(item.durationSeconds)}
      </Quiet>
    </div>
  );
}

const prefersNoMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

type JumpProps = { readonly items: Items; readonly at: number; readonly onJump: (at: number) => void };

// Anywhere in the loop, and where in its time that is.
function Jump({ items, at, onJump }: JumpProps): ReactNode {
  const starts = useMemo(() => startsOf(items), [items]);
  const total = (starts.at(-1) ?? 0) + (items.at(-1)?.durationSeconds ?? 0);
  return (
    <Group w="100%" wrap="nowrap" gap="sm">
      <Slider
        flex="1"
        min={0}
        max={items.length - 1}
        value={at}
        onChange={onJump}
        label={(place) => `${place + 1} · ${items[place]?.media?.name ?? 'Deleted item'}`}
        thumbLabel="Item of the loop"
        thumbProps={{ 'aria-valuetext': `${at + 1} of ${items.length}` }}
      />
      <Quiet size="xs" className="figures">
        {at === 0 ? '0:00' : formatLength(starts[at] ?? 0)} / {formatLength(total)}
      </Quiet>
    </Group>
  );
}

// When in the loop each item begins, in seconds.
function startsOf(items: Items): number[] {
  const starts: number[] = [];
  let sum = 0;
  for (const { durationSeconds } of items) {
    starts.push(sum);
    sum += durationSeconds;
  }
  return starts;
}

// Loaded ahead, so that the screen does not go black in between.
function useLoadAhead(item: ShownItem | undefined): void {
  const url = item?.type === 'image' ? item.media?.fileUrl : undefined;
  useEffect(() => {
    if (url) new Image().src = url;
  }, [url]);
}

const TICK_MS = 100;

type Playback = { readonly at: number; readonly share: number; readonly go: (at: number) => void };

// Which item is on, and how much of its time is over.
function usePlayback(items: Items, isPlaying: boolean, from: number): Playback {
  const [{ at, playedMs }, setState] = useState({ at: from, playedMs: 0 });
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
