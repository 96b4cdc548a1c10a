import { Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { LinkAnchor } from './links.js';

type Known = { readonly id: string; readonly name: string; readonly shared: boolean };

type Props = {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly value: string | null;
  // The one that is chosen already: it may be kept to this campaign, and then it is in no list.
  readonly known: Known | null;
  readonly onChange: (id: string | null) => void;
};

const WAIT_MS = 200;

// Shared playlists, found by typing.
export function PlaylistSelect({ label, description, placeholder, value, known, onChange }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, WAIT_MS);
  const [picked, setPicked] = useState<{ value: string; label: string }>();
  const list = useQuery({
    ...endpointQuery('listConsolePlaylists', { query: { q: search } }),
    placeholderData: keepPreviousData,
  });
  const offered = (list.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const own = known && { value: known.id, label: known.shared ? known.name : `${known.name} (kept to this campaign)` };
  const data = uniqueById([own, picked, ...offered]);
  return (
    <div>
      <Select
        label={label}
        description={description}
        placeholder={placeholder}
        data={data}
        value={value}
        searchable
        clearable
        // The server has searched already.
        filter={({ options }) => options}
        onSearchChange={(text) => setTyped(text === nameIn(data, value) ? '' : text)}
        onChange={(id, option) => {
          if (id !== null) setPicked({ value: id, label: option.label });
          onChange(id);
        }}
        nothingFoundMessage="No shared playlist of that name"
        clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      />
      {value !== null && (
        <Group mt={4}>
          <LinkAnchor to="/playlists/$id" params={{ id: value }} size="sm">
            Open this playlist
          </LinkAnchor>
        </Group>
      )}
    </div>
  );
}

type Option = { readonly value: string; readonly label: string };

const nameIn = (data: readonly Option[], id: string | null): string | undefined =>
  data.find(({ value }) => value === id)?.label;

function uniqueById(options: readonly (Option | null | undefined)[]): Option[] {
  const given = options.filter((option) => option !== null && option !== undefined);
  return given.filter(({ value }, at) => given.findIndex((other) => other.value === value) === at);
}
