import { TagsInput } from '@mantine/core';
import { cleanTagName, tagNameKey } from '@vitrine/client';
import { TAG_NAME_CHARACTERS_MAX, TAGS_PER_MEDIA_MAX } from '@vitrine/contract/limits';
import type { ReactNode } from 'react';
import { useTags } from './use-tags.js';

type Props = {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly max?: number;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
};

const SHOWN_MAX = 50;

// Tags by name: those that the merchant has are offered, any other becomes a new one. Two names that differ in case or
// spacing are the same tag.
export function TagInput({ label, value, onChange, max = TAGS_PER_MEDIA_MAX, ...rest }: Props): ReactNode {
  const tags = useTags();
  return (
    <TagsInput
      {...rest}
      label={label}
      placeholder={value.length === 0 ? 'Type a name, then Enter' : 'Add'}
      value={[...value]}
      onChange={(names) => onChange(names.map(cleanTagName))}
      data={[...new Set(tags.map(({ name }) => name))]}
      limit={SHOWN_MAX}
      maxTags={max}
      maxLength={TAG_NAME_CHARACTERS_MAX}
      isDuplicate={(name, names) => names.some((other) => tagNameKey(other) === tagNameKey(name))}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
