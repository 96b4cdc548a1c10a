import { MultiSelect } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { noTagWords, useTags } from './tag-input.js';

type Props = { readonly value: readonly string[]; readonly onChange: (tagIds: readonly string[]) => void };

const SHOWN_MAX = 100;

// What is listed must carry all of the chosen tags.
export function TagFilter({ value, onChange }: Props): ReactNode {
  const all = useTags();
  const tags = all ?? [];
  const known = tags.map(({ id, name }) => ({ value: id, label: name }));
  // From an old link perhaps; without a name it can still be taken off.
  const unknown = value.filter((id) => !tags.some((tag) => tag.id === id)).map((id) => ({ value: id, label: 'A tag' }));
  return (
    <MultiSelect
      aria-label="Filter by tags"
      placeholder={value.length === 0 ? 'Tags' : ''}
      leftSection={<IconTag size={16} aria-hidden />}
      data={[...known, ...unknown]}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear all tags', tabIndex: 0, 'aria-hidden': false }}
      hidePickedOptions
      limit={SHOWN_MAX}
      nothingFoundMessage={noTagWords(all)}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
