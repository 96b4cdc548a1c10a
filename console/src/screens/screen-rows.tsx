import { Box, Stack } from '@mantine/core';
import type { Screen } from '@vitrine/contract/screens';
import { useCallback, useState, type ReactNode } from 'react';
import { NothingFound } from '../ui/empty-state.js';
import { LineList } from '../ui/line-list.js';
import { Quiet } from '../ui/quiet.js';
import { SearchField } from '../ui/search-field.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { PairDialog } from './pair-dialog.js';
import { RemoveDialog } from './remove-dialog.js';
import { ScreenRow, type ScreenAction } from './screen-row.js';
import { SettingsDialog } from './settings-dialog.js';

// Fewer are seen at a glance.
const SEARCHED_FROM = 9;

const DIALOGS = { settings: SettingsDialog, pair: PairDialog, remove: RemoveDialog } as const;

type Open = { readonly action: ScreenAction; readonly screen: Screen };

type Props = { readonly screens: readonly Screen[]; readonly q: string; readonly onSearch: (text: string) => void };

export function ScreenRows({ screens, q, onSearch }: Props): ReactNode {
  const [open, setOpen] = useState<Open>();
  const onBroken = useRefreshBroken('listScreens');
  const onAction = useCallback((action: ScreenAction, screen: Screen) => setOpen({ action, screen }), []);
  const shown = screens.filter((screen) => isFound(screen, q));
  const Dialog = open && DIALOGS[open.action];
  return (
    <Stack gap="md">
      {(screens.length >= SEARCHED_FROM || q !== '') && (
        <Box maw="26rem">
          <SearchField label="Search the screens" placeholder="Name or tag" value={q} onChange={onSearch} />
        </Box>
      )}
      <Quiet role="status">{summary(screens)}</Quiet>
      {shown.length === 0 ? (
        <NothingFound onClear={() => onSearch('')}>No screen has “{q}” in its name or among its tags.</NothingFound>
      ) : (
        <LineList label="Screens">
          {shown.map((screen) => (
            <ScreenRow key={screen.id} screen={screen} onAction={onAction} onBroken={onBroken} />
          ))}
        </LineList>
      )}
      {open !== undefined && Dialog !== undefined && (
        // As it is now; what somebody else has removed stays until its dialog is closed.
        <Dialog
          screen={screens.find(({ id }) => id === open.screen.id) ?? open.screen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Stack>
  );
}

const isFound = ({ name, tags }: Screen, q: string): boolean =>
  [name, ...tags].some((text) => fold(text).includes(fold(q)));

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

// "5 screens: 4 on, 1 off"
function summary(screens: readonly Screen[]): string {
  const count = (state: Screen['state']): number => screens.filter((screen) => screen.state === state).length;
  const parts = [
    [count('on'), 'on'],
    [count('off'), 'off'],
    [count('new'), 'not heard of yet'],
  ] as const;
  const words = parts.filter(([number]) => number > 0).map(([number, label]) => `${number} ${label}`);
  return `${screens.length} ${screens.length === 1 ? 'screen' : 'screens'}: ${words.join(', ')}`;
}
