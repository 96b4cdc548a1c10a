import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { SEARCH_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { useEffect, useState, type ReactNode } from 'react';
import { pagesFor } from './navigation.js';

type Command = { readonly label: string; readonly run: () => unknown };

type Props = { readonly isAdmin: boolean; readonly onClose: () => void };

// Every page by its name, and the three searches from wherever one is.
export function CommandMenu({ isAdmin, onClose }: Props): ReactNode {
  const [text, setText] = useState('');
  const commands = useCommands(isAdmin, text.trim());
  // The list is open as long as the dialog is: Escape ends both.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const { selectFirstOption } = combobox;
  // Enter takes what is nearest to the text, however it came there.
  useEffect(() => void selectFirstOption(), [text, selectFirstOption]);
  const run = (label: string): void => {
    onClose();
    commands.find((command) => command.label === label)?.run();
  };
  return (
    <Modal opened onClose={onClose} title="Go to" size="lg" yOffset="12dvh" centered={false}>
      <Combobox store={combobox} onOptionSubmit={run} withinPortal={false}>
        <Combobox.EventsTarget>
          <TextInput
            aria-label="A page, or what to search for"
            placeholder="A page, or what to search for"
            leftSection={<IconSearch size={16} aria-hidden />}
            maxLength={SEARCH_CHARACTERS_MAX}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onFocus={selectFirstOption}
            data-autofocus
          />
        </Combobox.EventsTarget>
        <Combobox.Options mt="sm" aria-label="Where to go">
          {commands.map(({ label }) => (
            <Combobox.Option key={label} value={label}>
              {label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox>
    </Modal>
  );
}

// What the menu does not name: two are reached from the media, one from the person's menu.
const OTHERS = [
  { to: '/tags', label: 'Tags' },
  { to: '/trash', label: 'Trash' },
  { to: '/account', label: 'My account' },
] as const;

const SEARCHES = [
  ['/media', 'media'],
  ['/playlists', 'playlists'],
  ['/campaigns', 'campaigns'],
] as const;

function useCommands(isAdmin: boolean, text: string): readonly Command[] {
  const navigate = useNavigate();
  const pages = [...pagesFor(isAdmin), ...OTHERS]
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .map(({ to, label }) => ({ label, run: () => navigate({ to }) }));
  if (text === '') return pages;
  const searches = SEARCHES.map(([to, noun]) => ({
    label: `Search ${noun} for “${text}”`,
    run: () => navigate({ to, search: { q: text } }),
  }));
  return [...pages, ...searches];
}
