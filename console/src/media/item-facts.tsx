import { Anchor, Code, Group } from '@mantine/core';
import type { ConsoleMedia } from '@vitrine/contract/console/media';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.js';
import { DateTime } from '../ui/date-time.js';
import { formatBytes } from '../ui/format-bytes.js';
import { formatLength } from '../ui/format-length.js';
import { TYPE_NAMES } from './type-badge.js';

export function ItemFacts({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const { type, width, height, durationSeconds, file, fileUrl } = media;
  return (
    <>
      <dl className="media-facts">
        <Fact name="Type">{TYPE_NAMES[type]}</Fact>
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
        {file !== null && <Fact name="Format">{file.mimeType}</Fact>}
        {file?.fileName && <Fact name="File name">{file.fileName}</Fact>}
        <Fact name="Added">
          <DateTime value={media.createdAt} />
        </Fact>
        <Fact name="Id">
          <Code>{media.id}</Code>
        </Fact>
      </dl>
      <Group mt="sm">
        <CopyButton value={media.id} label="Copy the id" />
      </Group>
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
