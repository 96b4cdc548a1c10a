import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPhotoX } from '@tabler/icons-react';
import type { ConsoleMedia } from '@vitrine/contract/media';
import type { ReactNode } from 'react';

type Props = { readonly media: Pick<ConsoleMedia, 'warnings' | 'type'>; readonly isBroken: boolean };

// What will go wrong on the screens. It stays with the item for as long as it is true.
export function ItemWarnings({ media: { warnings, type }, isBroken }: Props): ReactNode {
  if (warnings.length === 0 && !isBroken) return null;
  return (
    <Stack gap="sm">
      {isBroken && (
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
