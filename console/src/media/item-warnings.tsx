import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPhotoX } from '@tabler/icons-react';
import type { ConsoleMedia } from '@vitrine/contract/media';
import type { ReactNode } from 'react';

type Props = { readonly media: Pick<ConsoleMedia, 'warnings' | 'type'>; readonly isBroken: boolean };

/** Shows what will go wrong on the screens, for as long as it is true. */
export function ItemWarnings({ media, isBroken }: Props): ReactNode {
  const { type } = media;
  const unplayable = media.warnings.find(({ code }) => code === 'not_playable');
  const warnings = media.warnings.filter(({ code }) => code !== 'not_playable');
  if (media.warnings.length === 0 && !isBroken) return null;
  return (
    <Stack gap="sm">
      {unplayable !== undefined && (
        <Alert
          color="red"
          icon={<IconPhotoX aria-hidden />}
          title={type === 'video' ? 'This file is not a video' : 'This file is not an image'}
        >
          {unplayable.message} Replace it with a good copy.
        </Alert>
      )}
      {isBroken && unplayable === undefined && (
        <Alert color="red" icon={<IconPhotoX aria-hidden />} title="This file seems to be broken">
          {type === 'video' ? 'No video could be read from it' : 'No picture could be read from it'}, so screens would
          show nothing. Replace it by a good copy.
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Your screens may not play this well">
          {warnings.map(({ code, message }) => (
            <Text key={code} size="sm">
              {message.replace(/the merchant's screens/gi, (words) =>
                words.startsWith('T') ? 'Your screens' : 'your screens',
              )}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
}
