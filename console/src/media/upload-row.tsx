import { Box, Group, Progress, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCopyCheck,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconVideo,
  IconX,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { formatBytes } from '../ui/format-bytes.js';
import { IconButton } from '../ui/icon-button.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { isPending, type Upload } from './uploads/upload.js';
import { uploads } from './uploads/uploads.js';

type Props = { readonly upload: Upload };

// Remembered, because the progress of one must not draw all the others.
export const UploadRow = memo(function Row({ upload }: Props): ReactNode {
  const { file, state, warnings } = upload;
  return (
    <li className="upload-row">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <StateIcon upload={upload} />
        <Box flex="1" miw={0}>
          <Text size="sm" truncate title={file.name}>
            {file.name}
          </Text>
          <Words upload={upload} />
          {state.kind !== 'refused' &&
            warnings.map(({ code, message }) => (
              <Text key={code} size="xs" className="upload-row-warning">
                {message}
              </Text>
            ))}
        </Box>
        <Buttons upload={upload} />
      </Group>
      {(isPending(upload) || state.kind === 'paused') && <Bar upload={upload} />}
    </li>
  );
});

function StateIcon({ upload: { state, file } }: Props): ReactNode {
  const shape = { size: 20, stroke: 1.6, 'aria-hidden': true, className: `upload-icon upload-icon-${state.kind}` };
  if (state.kind === 'done') return <IconCircleCheck {...shape} />;
  if (state.kind === 'duplicate') return <IconCopyCheck {...shape} />;
  if (state.kind === 'failed' || state.kind === 'refused') return <IconAlertTriangle {...shape} />;
  return file.type.startsWith('video/') ? <IconVideo {...shape} /> : <IconPhoto {...shape} />;
}

function Words({ upload: { state, file } }: Props): ReactNode {
  const size = formatBytes(file.size);
  switch (state.kind) {
    case 'waiting':
      return <Quiet size="xs">{size}, waiting</Quiet>;
    case 'reading':
      return <Quiet size="xs">Checking, {partOf(state.doneBytes, file.size)}</Quiet>;
    case 'sending':
      return (
        <Quiet size="xs">
          {formatBytes(state.doneBytes)} of {size}
        </Quiet>
      );
    case 'finishing':
      return <Quiet size="xs">Adding to the library</Quiet>;
    case 'offline':
      return <Quiet size="xs">{partOf(state.doneBytes, file.size)}. No connection: it goes on by itself.</Quiet>;
    case 'paused':
      return <Quiet size="xs">{partOf(state.doneBytes, file.size)}, paused</Quiet>;
    case 'failed':
    case 'refused':
      return (
        <Text size="xs" c="var(--mantine-color-error)">
          {state.reason}
        </Text>
      );
    case 'duplicate':
      return (
        <Quiet size="xs">
          The library has this file already, as <ToMedia id={state.of.id}>{state.of.name}</ToMedia>
        </Quiet>
      );
    case 'done':
      return (
        <Quiet size="xs">
          <ToMedia id={state.media.id}>Added</ToMedia>, {size}
        </Quiet>
      );
  }
}

const partOf = (doneBytes: number, bytes: number): string =>
  doneBytes === 0 ? formatBytes(bytes) : `${formatBytes(doneBytes)} of ${formatBytes(bytes)}`;

const ToMedia = ({ id, children }: { readonly id: string; readonly children: string }): ReactNode => (
  <LinkAnchor to="/media/$id" params={{ id }} size="xs" underline="always">
    {children}
  </LinkAnchor>
);

function Bar({ upload: { state, file } }: Props): ReactNode {
  const share = 'doneBytes' in state && file.size > 0 ? state.doneBytes / file.size : 0;
  const isReading = state.kind === 'reading' || state.kind === 'waiting';
  return (
    <Progress
      mt={6}
      size="xs"
      value={state.kind === 'finishing' ? 100 : share * 100}
      color={isReading || state.kind === 'paused' || state.kind === 'offline' ? 'gray' : 'accent'}
      aria-label={isReading ? `Reading ${file.name}` : `Sending ${file.name}`}
    />
  );
}

function Buttons({ upload }: Props): ReactNode {
  const { key, state, file } = upload;
  const isPaused = state.kind === 'paused';
  const small = { size: 28, iconSize: 16 };
  return (
    <Group gap={2} wrap="nowrap">
      {isPending(upload) && state.kind !== 'finishing' && (
        <IconButton {...small} label={`Pause ${file.name}`} icon={IconPlayerPause} onClick={() => uploads.pause(key)} />
      )}
      {isPaused && (
        <IconButton {...small} label={`Resume ${file.name}`} icon={IconPlayerPlay} onClick={() => uploads.goOn(key)} />
      )}
      {state.kind === 'failed' && (
        <IconButton {...small} label={`Try ${file.name} again`} icon={IconRefresh} onClick={() => uploads.goOn(key)} />
      )}
      <IconButton
        {...small}
        label={isPending(upload) || isPaused ? `Cancel ${file.name}` : `Remove ${file.name} from this list`}
        icon={IconX}
        onClick={() => uploads.cancel(key)}
      />
    </Group>
  );
}
