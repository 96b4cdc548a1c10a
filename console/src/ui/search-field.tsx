import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { SEARCH_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { useEffect, useRef, useState, type ReactNode } from 'react';

type Props = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  // Of a dialog: where it begins.
  readonly isFocused?: boolean;
};

const WAIT_MS = 250;

// Searches when the typing rests. Follows the address too: Back brings an earlier search back.
export function SearchField({ label, placeholder, value, onChange, isFocused = false }: Props): ReactNode {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = (next: string): void => {
    told.current = next.trim();
    onChange(told.current);
  };
  const tellLater = useDebouncedCallback(tell, WAIT_MS);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  const clear = (): void => {
    setText('');
    tell('');
  };
  return (
    <TextInput
      type="search"
      {...(isFocused && { 'data-autofocus': true })}
      aria-label={label}
      placeholder={placeholder}
      maxLength={SEARCH_CHARACTERS_MAX}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={clear} />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        tellLater(currentTarget.value);
      }}
    />
  );
}
