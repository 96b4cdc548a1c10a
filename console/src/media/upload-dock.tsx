import { Box, Group, Paper, Progress, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.js';
import { Quiet } from '../ui/quiet.js';
import { useTabWork } from '../ui/unsaved-work.js';
import './upload-dock.css';
import { UploadRow } from './upload-row.js';
import { isBusy, isPending, type Upload } from './uploads/upload.js';
import { describeBytes, describeCounts, titleOf, toTotals, type Totals } from './uploads/upload-totals.js';
import { uploads, useUploads } from './uploads/uploads.js';
import { useLibraryUpdates } from './uploads/use-library-updates.js';
import { useTimeLeft } from './uploads/use-time-left.js';

// What is being uploaded, on every page.
export function UploadDock(): ReactNode {
  const list = useUploads();
  const totals = toTotals(list);
  // On a phone it would cover half of the page.
  const [isOpen, body] = useDisclosure(!matchMedia('(max-width: 48em)').matches);
  const secondsLeft = useTimeLeft(totals.doneBytes, totals.totalBytes);
  useLibraryUpdates(list);
  useTabWork(totals.pending + totals.paused > 0, 'Not all uploads are finished. They would stop.');
  useEndWithSession();
  return (
    <Paper component="section" aria-label="Uploads" className="upload-dock" shadow="lg" radius="lg" withBorder>
      <Group p="sm" pl="md" gap="xs" wrap="nowrap">
        <Box flex="1" miw={0}>
          <Text size="sm" fw={600} truncate>
            {titleOf(totals)}
          </Text>
          <Quiet size="xs" truncate>
            {describeBytes(totals, secondsLeft)}
          </Quiet>
        </Box>
        <Buttons list={list} totals={totals} />
        <IconButton
          label={isOpen ? 'Hide the list of uploads' : 'Show the list of uploads'}
          icon={isOpen ? IconChevronDown : IconChevronUp}
          aria-expanded={isOpen}
          onClick={body.toggle}
        />
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
        <Box component="ul" className="plain-list upload-dock-list" py={4}>
          {list.toSorted(byUrgency).map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </Box>
      )}
      {/* Counts only: percents would be read out without an end. */}
      <VisuallyHidden role="status" aria-live="polite">
        {describeCounts(totals)}
      </VisuallyHidden>
    </Paper>
  );
}

function Buttons({ list, totals }: { readonly list: readonly Upload[]; readonly totals: Totals }): ReactNode {
  if (totals.pending > 0) {
    const pauseAll = (): void => list.filter(isPending).forEach(({ key }) => uploads.pause(key));
    return <IconButton label="Pause all uploads" icon={IconPlayerPause} onClick={pauseAll} />;
  }
  if (totals.paused > 0) {
    const paused = list.filter(({ state }) => state.kind === 'paused');
    const resumeAll = (): void => paused.forEach(({ key }) => uploads.goOn(key));
    return <IconButton label="Resume all uploads" icon={IconPlayerPlay} onClick={resumeAll} />;
  }
  return <IconButton label="Close the list of uploads" icon={IconX} onClick={() => uploads.close()} />;
}

// What is under way first, then what needs somebody, and what is over below: it never hides the others.
const byUrgency = (one: Upload, other: Upload): number => urgencyOf(one) - urgencyOf(other);

function urgencyOf(upload: Upload): number {
  const { kind } = upload.state;
  if (isBusy(upload)) return 0;
  if (kind === 'waiting' || kind === 'paused') return 1;
  return kind === 'failed' || kind === 'refused' ? 2 : 3;
}

// Who signs in next must not find the files of the one before.
function useEndWithSession(): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (path === '/sign-in' || path === '/join') uploads.cancelAll();
  }, [path]);
}
