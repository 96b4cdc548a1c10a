import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { parseActivitySearch, type ActivitySearch } from './activity-search.js';
import { ACTIVITY_KINDS, kindLabel } from '@vitrine/contract/activity-words';

type Props = { readonly search: ActivitySearch; readonly onChange: (search: ActivitySearch) => void };

export function ActivityFilters({ search, onChange }: Props): ReactNode {
  const people = useQuery(endpointQuery('listPeople')).data?.items ?? [];
  const tokens = useQuery(endpointQuery('listTokens')).data?.items ?? [];
  const field = (name: keyof ActivitySearch) => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(parseActivitySearch({ ...search, [name]: currentTarget.value })),
  });
  return (
    <SimpleGrid
      component="section"
      aria-label="Filters"
      cols={{ base: 2, md: 5 }}
      mb="md"
      spacing="sm"
      className="activity-filters"
    >
      <NativeSelect
        label="Person"
        data={[ANY, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        {...field('person')}
      />
      <NativeSelect
        label="Token"
        data={[ANY, ...tokens.map(({ id, name, lastFour }) => ({ value: id, label: `${name} …${lastFour}` }))]}
        {...field('token')}
      />
      <NativeSelect
        label="What"
        data={[ANY, ...ACTIVITY_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) }))]}
        {...field('kind')}
      />
      <TextInput type="date" label="From" max={search.to ?? '9999-12-31'} {...field('from')} />
      <TextInput type="date" label="To" min={search.from ?? '0001-01-01'} {...field('to')} />
    </SimpleGrid>
  );
}

const ANY = { value: '', label: 'All' };
