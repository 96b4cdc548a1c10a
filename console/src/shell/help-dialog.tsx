import { Group, Kbd, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['Ctrl', 'K'], 'Go to a page or search everywhere'],
  [['G', 'T'], 'Go to Today; with M to Media, P Playlists, C Campaigns, D Calendar, S Screens'],
  [['/'], 'Search on this page'],
  [['J', 'K'], 'Go to the next row of a list, and to the one before'],
  [['X'], 'On a row of media, playlists, tags or the trash: select it; with Shift all from the last one on'],
  [['Space'], 'On an item of the library or a playlist: show it'],
  [['↑', '↓'], 'On the months beside the library: go to the one before, and to the next'],
  [['←', '→'], 'On the page of an item: the one before it and after it'],
  [['Tab'], 'Go to the next field or button'],
  [['Space', '↑', '↓'], 'On the handle of a playlist item: pick it up and move it'],
  [['←', '→'], 'On a campaign in the calendar: move it; with Alt its start, with Shift its end'],
  [['Esc'], 'Close a dialog or a menu'],
  [['?'], 'Show this help'],
];

export const HelpDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => (
  <Modal opened onClose={onClose} title="Keyboard shortcuts">
    <ul className="plain-list shell-keys">
      {KEYS.map(([keys, words]) => (
        <Group key={words} component="li" justify="space-between" wrap="nowrap" py={6}>
          <Text size="sm">{words}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </ul>
  </Modal>
);
