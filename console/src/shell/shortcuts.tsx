import { useHotkeys, useWindowEvent, type HotkeyItem } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part.js';
import { focusRow } from '../ui/use-list-keys.js';
import { pagesFor } from './navigation.js';

const HelpDialog = lazyPart(async () => (await import('./help-dialog.js')).HelpDialog);
const CommandMenu = lazyPart(async () => (await import('./command-menu.js')).CommandMenu);

type Open = 'help' | 'commands';

const HELP_EVENT = 'vitrine:help';

// For the menu of the person, where the keys can be found without knowing one.
export const openHelp = (): void => void window.dispatchEvent(new Event(HELP_EVENT));

// A few keys for those who work here all day. Not while somebody types, and not over a dialog.
export function Shortcuts({ isAdmin }: { readonly isAdmin: boolean }): ReactNode {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const openAlone = (what: Open): void => {
    if (isAlone()) setOpen(what);
  };
  useHotkeys([
    ['/', focusSearch],
    ['shift+?', () => openAlone('help')],
    ['?', () => openAlone('help')],
  ]);
  useJumps(isAdmin);
  useRowSteps();
  useWindowEvent(HELP_EVENT, () => setOpen('help'));
  useHotkeys([['mod+K', () => openAlone('commands')]], []);
  return (
    <Suspense fallback={null}>
      {open === 'help' && <HelpDialog onClose={close} />}
      {open === 'commands' && <CommandMenu isAdmin={isAdmin} onClose={close} />}
    </Suspense>
  );
}

const JUMP_MS = 1_500;

// G, and then the letter of a page.
function useJumps(isAdmin: boolean): void {
  const navigate = useNavigate();
  const until = useRef(0);
  const jump = (to: string) => (event: KeyboardEvent) => {
    if (event.timeStamp <= until.current) void navigate({ to });
    until.current = 0;
  };
  useHotkeys([
    ['g', ({ timeStamp }) => void (until.current = isAlone() ? timeStamp + JUMP_MS : 0)],
    ...pagesFor(isAdmin).map(({ to, letter }): HotkeyItem => [letter, jump(to), { preventDefault: false }]),
  ]);
}

// The rows of the page's lists, and the items of its library.
const ROWS = 'main .line-list > li, main [data-at]';

// J and K go to the next row of a list and to the one before; Enter opens it, as it does every link.
function useRowSteps(): void {
  const step = (by: 1 | -1) => (): void => {
    if (!isAlone()) return;
    const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    focusRow(at < 0 ? rows.find((row) => row.getBoundingClientRect().top >= 0) : rows[at + by]);
  };
  useHotkeys([
    ['j', step(1)],
    ['k', step(-1)],
  ]);
}

const isAlone = (): boolean => document.querySelector('[role="dialog"]') === null;

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!isAlone()) return;
  field?.focus();
  field?.select();
}
