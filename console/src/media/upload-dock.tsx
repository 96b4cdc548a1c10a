import { ActionIcon, Group, Paper, Progress, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import './upload-dock.css';
import { UploadRow } from './upload-row.js';
import { isPending, type Upload } from './uploads/upload.js';
import { describeBytes, describeCounts, titleOf, toTotals, type Totals } from './uploads/upload-totals.js';
import { uploads, useUploads } from './uploads/uploads.js';
import { useLibraryUpdates } from './uploads/use-library-updates.js';
import { useTimeLeft } from './uploads/use-time-left.js';
import { useWarnBeforeLeaving } from './uploads/use-warn-before-leaving.js';

// What is being uploaded, on every page.
export function UploadDock(): ReactNode {
  const list = useUploads();
  const totals = toTotals(list);
  const [isOpen, body] = useDisclosure(true);
  const secondsLeft = useTimeLeft(totals.doneBytes, totals.totalBytes);
  useLibraryUpdates(list);
  useWarnBeforeLeaving(totals.pending > 0);
  useEndWithSession();
  return (
    <Paper component="section" aria-label="Uploads" className="upload-dock" shadow="lg" radius="lg" withBorder>
      <Group className="upload-dock-head" gap="xs" wrap="nowrap">
        <div className="upload-dock-title">
          <Text size="sm" fw={600} truncate>
            {titleOf(totals)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {describeBytes(totals, secondsLeft)}
          </Text>
        </div>
        <Buttons list={list} totals={totals} />
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={body.toggle}
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Hide the list of uploads' : 'Show the list of uploads'}
        >
          {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
        </ActionIcon>
      </Group>
      {totals.totalBytes > 0 && (
        <Progress
          value={(totals.doneBytes / totals.totalBytes) * 100}
          size="xs"
          radius={0}
          aria-label="All uploads together"
        />
      )}
      {isOpen && (
        <ul className="upload-dock-list">
          {list.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
      {/* Counts only: percents would be read out without an end. */}
      <div className="upload-dock-spoken" role="status" aria-live="polite">
        {describeCounts(totals)}
      </div>
    </Paper>
  );
}

function Buttons({ list, totals }: { readonly list: readonly Upload[]; readonly totals: Totals }): ReactNode {
  if (totals.pending > 0) {
    const pauseAll = (): void => list.filter(isPending).forEach(({ key }) => uploads.pause(key));
    return (
      <ActionIcon variant="subtle" color="gray" aria-label="Pause all uploads" onClick={pauseAll}>
        <IconPlayerPause size={18} aria-hidden />
      </ActionIcon>
    );
  }
  if (totals.paused > 0) {
    const paused = list.filter(({ state }) => state.kind === 'paused');
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Go on with all uploads"
        onClick={() => paused.forEach(({ key }) => uploads.goOn(key))}
      >
        <IconPlayerPlay size={18} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label="Close the list of uploads"
      onClick={() => uploads.cancelAll()}
    >
      <IconX size={18} aria-hidden />
    </ActionIcon>
  );
}

// Who signs in next must not find the files of the one before.
function useEndWithSession(): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (path === '/sign-in' || path === '/join') uploads.cancelAll();
  }, [path]);
}
