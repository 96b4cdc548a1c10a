import { ActionIcon, Group, Progress, Text } from '@mantine/core';
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
import { LinkAnchor } from '../ui/links.js';
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
        <div className="upload-row-text">
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
        </div>
        <Buttons upload={upload} />
      </Group>
      {isPending(upload) && <Bar upload={upload} />}
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
      return <Quiet>{`${size}, waiting`}</Quiet>;
    case 'reading':
      return <Quiet>{`Reading ${size}`}</Quiet>;
    case 'sending':
      return <Quiet>{`${formatBytes(state.doneBytes)} of ${size}`}</Quiet>;
    case 'finishing':
      return <Quiet>Adding to the library</Quiet>;
    case 'paused':
      return <Quiet>{`${size}, paused`}</Quiet>;
    case 'failed':
    case 'refused':
      return (
        <Text size="xs" c="var(--mantine-color-error)">
          {state.reason}
        </Text>
      );
    case 'duplicate':
      return (
        <Text size="xs" c="dimmed">
          The library has this file already, as{' '}
          <LinkAnchor to="/media/$id" params={{ id: state.of.id }} size="xs" underline="always">
            {state.of.name}
          </LinkAnchor>
        </Text>
      );
    case 'done':
      return (
        <Text size="xs" c="dimmed">
          <LinkAnchor to="/media/$id" params={{ id: state.media.id }} size="xs" underline="always">
            Added
          </LinkAnchor>
          {`, ${size}`}
        </Text>
      );
  }
}

const Quiet = ({ children }: { readonly children: string }): ReactNode => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
);

function Bar({ upload: { state, file } }: Props): ReactNode {
  const share = 'doneBytes' in state && file.size > 0 ? state.doneBytes / file.size : 0;
  const isReading = state.kind === 'reading' || state.kind === 'waiting';
  return (
    <Progress
      mt={6}
      size="xs"
      value={state.kind === 'finishing' ? 100 : share * 100}
      color={isReading ? 'gray' : 'accent'}
      aria-label={isReading ? `Reading ${file.name}` : `Sending ${file.name}`}
    />
  );
}

function Buttons({ upload }: Props): ReactNode {
  const { key, state, file } = upload;
  const isPaused = state.kind === 'paused';
  return (
    <Group gap={2} wrap="nowrap">
      {isPending(upload) && state.kind !== 'finishing' && (
        <Act label={`Pause ${file.name}`} onClick={() => uploads.pause(key)} icon={IconPlayerPause} />
      )}
      {isPaused && <Act label={`Go on with ${file.name}`} onClick={() => uploads.goOn(key)} icon={IconPlayerPlay} />}
      {state.kind === 'failed' && (
        <Act label={`Try ${file.name} again`} onClick={() => uploads.goOn(key)} icon={IconRefresh} />
      )}
      <Act
        label={isPending(upload) || isPaused ? `Cancel ${file.name}` : `Take ${file.name} off this list`}
        onClick={() => uploads.cancel(key)}
        icon={IconX}
      />
    </Group>
  );
}

type ActProps = { readonly label: string; readonly onClick: () => void; readonly icon: typeof IconX };

const Act = ({ label, onClick, icon: Icon }: ActProps): ReactNode => (
  <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
