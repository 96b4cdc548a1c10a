import { Alert, Anchor, Group, Progress } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { merchantQuery } from '../api/merchant.js';
import { formatBytes } from '../ui/format-bytes.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Quiet } from '../ui/quiet.js';

const HeldRoomDialog = lazyPart(async () => (await import('./held-room-dialog.js')).HeldRoomDialog);

const WARN_SHARE = 0.9;

// How full the storage is.
export function StorageBar(): ReactNode {
  const { data } = useQuery(merchantQuery);
  if (data === undefined) return null;
  const { usedBytes, reservedBytes, quotaBytes } = data.storage;
  const isTight = shareOf(data.storage) >= WARN_SHARE;
  const text = `${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)} used`;
  const percent = (bytes: number): number => (quotaBytes === 0 ? 0 : (bytes / quotaBytes) * 100);
  return (
    <div>
      <Group gap="xs" justify="space-between" wrap="nowrap" mb={6}>
        <Quiet size="xs">Storage</Quiet>
        <Quiet size="xs">
          {text}
          <HeldRoomLink before=", " bytes={reservedBytes} />
        </Quiet>
      </Group>
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section value={percent(usedBytes)} {...(isTight && { color: 'red' })} withAria={false} />
        <Progress.Section value={percent(reservedBytes)} color="gray" withAria={false} />
      </Progress.Root>
    </div>
  );
}

type HeldRoomProps = { readonly before: string; readonly bytes: number; readonly after?: string };

// The way to what is held, and to freeing it. The dialog stays when the last of it is free, and says so.
function HeldRoomLink({ before, bytes, after }: HeldRoomProps): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      {bytes > 0 && (
        <>
          {before}
          <Anchor component="button" type="button" inherit c="inherit" underline="always" onClick={dialog.open}>
            {formatBytes(bytes)} held
          </Anchor>
          {after}
        </>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <HeldRoomDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}

type Storage = { readonly usedBytes: number; readonly reservedBytes: number; readonly quotaBytes: number };

const shareOf = ({ usedBytes, reservedBytes, quotaBytes }: Storage): number =>
  quotaBytes === 0 ? 1 : Math.min(1, (usedBytes + reservedBytes) / quotaBytes);

// Says so in words before it is too late, in a line of its own above everything else.
export function StorageNotice(): ReactNode {
  const { data } = useQuery(merchantQuery);
  if (data === undefined || shareOf(data.storage) < WARN_SHARE) return null;
  const { usedBytes, reservedBytes, quotaBytes } = data.storage;
  const isFull = shareOf(data.storage) >= 1;
  return (
    <Alert
      mb="md"
      color={isFull ? 'red' : 'yellow'}
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={isFull ? 'The storage is full' : 'The storage is almost full'}
    >
      {formatBytes(Math.max(0, quotaBytes - usedBytes - reservedBytes))} are free. Delete media that are not needed, or
      ask for a larger plan.
      <HeldRoomLink before=" Uploads that were not finished keep room too: " bytes={reservedBytes} after="." />
    </Alert>
  );
}
