import { Pill, TagsInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { cleanTagName, tagNameKey } from '@vitrine/client';
import { PAGE_ITEMS_MAX, TAG_NAME_CHARACTERS_MAX, TAGS_PER_MEDIA_MAX } from '@vitrine/contract/limits';
import type { Tag } from '@vitrine/contract/tags';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import './tag-input.css';
import { call } from '../api/call.js';

type Props = {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly max?: number;
  readonly maxDropdownHeight?: number;
  readonly description?: string;
  readonly error?: string | undefined;
  // Of a dialog: where it begins.
  readonly isFocused?: boolean;
};

const SHOWN_MAX = 50;

// Tags by name: those that the merchant has are offered, any other becomes a new one. Two names that differ in case or
// spacing are the same tag.
export function TagInput(props: Props): ReactNode {
  const { label, value, onChange, max = TAGS_PER_MEDIA_MAX, isFocused = false, ...rest } = props;
  const tags = useTags() ?? [];
  const { marked, onKeyDown, onBlur, unmark } = useMarkedLast(value, onChange);
  return (
    <TagsInput
      {...rest}
      {...(isFocused && { 'data-autofocus': true })}
      onKeyDownCapture={onKeyDown}
      onBlur={onBlur}
      onSearchChange={unmark}
      renderPill={({ option, onRemove, disabled }) => (
        <Pill
          withRemoveButton={!disabled}
          onRemove={onRemove ?? (() => {})}
          disabled={disabled ?? false}
          removeButtonProps={{ 'aria-label': `Remove the tag ${option.value}`, tabIndex: 0, 'aria-hidden': false }}
          className={option.value === marked ? 'tag-marked' : ''}
        >
          {option.value}
        </Pill>
      )}
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

// In an empty field Backspace would take the last tag off at once, which is the last by name and not the last one typed. So
// the first one marks it, and the second takes it off.
function useMarkedLast(value: readonly string[], onChange: Props['onChange']) {
  const [marked, setMarked] = useState<string>();
  const unmark = (): void => setMarked(undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isEmpty = event.target instanceof HTMLInputElement && event.target.value === '';
    const last = value.at(-1);
    if (event.key !== 'Backspace' || !isEmpty || last === undefined) return unmark();
    event.preventDefault();
    event.stopPropagation();
    if (marked !== last) return setMarked(last);
    unmark();
    onChange(value.slice(0, -1));
  };
  return { marked, unmark, onKeyDown, onBlur: unmark };
}

// More than anybody has; the end of a list that would never end.
const PAGES_MAX = 50;

// All tags of the merchant, by name. invalidateQueries({ queryKey: ['listConsoleTags'] }) reads them anew.
const tagsQuery = queryOptions({
  queryKey: ['listConsoleTags', 'all'] as const,
  queryFn: ({ signal }) => readTags(signal),
});

// Nothing while they are on their way.
export function useTags(): readonly Tag[] | undefined {
  return useQuery(tagsQuery).data;
}

// Why a list offers none of them.
export function noTagWords(tags: readonly Tag[] | undefined, none = 'There are no tags yet'): string {
  if (tags === undefined) return 'The tags are being loaded';
  return tags.length === 0 ? none : 'No tag has this name';
}

async function readTags(signal: AbortSignal): Promise<readonly Tag[]> {
  const tags: Tag[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE_ITEMS_MAX, ...(cursor !== undefined && { cursor }) };
    const { items, nextCursor } = await call('listConsoleTags', { query }, signal);
    tags.push(...items);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return tags;
}
