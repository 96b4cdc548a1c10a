import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part.js';

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
    if (document.querySelector('[role="dialog"]') === null) setOpen(what);
  };
  useHotkeys([
    ['/', focusSearch],
    ['shift+?', () => openAlone('help')],
    ['?', () => openAlone('help')],
  ]);
  useWindowEvent(HELP_EVENT, () => setOpen('help'));
  useHotkeys([['mod+K', () => openAlone('commands')]], []);
  return (
    <Suspense fallback={null}>
      {open === 'help' && <HelpDialog onClose={close} />}
      {open === 'commands' && <CommandMenu isAdmin={isAdmin} onClose={close} />}
    </Suspense>
  );
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (document.querySelector('[role="dialog"]') !== null) return;
  field?.focus();
  field?.select();
}
