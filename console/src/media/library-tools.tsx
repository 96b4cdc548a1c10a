import {
  ActionIcon,
  Badge,
  Button,
  Chip,
  Group,
  NativeSelect,
  Popover,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { IconAdjustmentsHorizontal, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { formatCount } from '../ui/format-length.js';
import { countQuery } from './library.js';
import { countFilters, typesOf, type MediaSearch } from './media-search.js';

export type Changes = { readonly [Key in keyof MediaSearch]?: MediaSearch[Key] | undefined };
type Props = { readonly search: MediaSearch; readonly onChange: (changes: Changes) => void };

const SORTS = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'By name' },
  { value: 'largest', label: 'Largest first' },
  { value: 'smallest', label: 'Smallest first' },
];

// How many there are, in which order, and how they are shown.
export function LibraryTools({ search, onChange }: Props): ReactNode {
  return (
    <div className="media-toolbar">
      <Found search={search} />
      <Group gap="xs" wrap="nowrap">
        <Filters search={search} onChange={onChange} />
        <NativeSelect
          aria-label="Order"
          data={SORTS}
          value={search.sort ?? ''}
          onChange={({ currentTarget }) => onChange(parsed('sort', currentTarget.value))}
        />
        <ViewSwitch search={search} onChange={onChange} />
      </Group>
    </div>
  );
}

function Found({ search }: { readonly search: MediaSearch }): ReactNode {
  const { data: found, isPlaceholderData } = useQuery(countQuery(search));
  const words =
    found && `${formatCount(found.count)}${found.isExact ? '' : '+'} ${found.count === 1 ? 'item' : 'items'}`;
  return (
    <span role="status" className="media-found" aria-busy={isPlaceholderData}>
      {words}
    </span>
  );
}

const ViewSwitch = ({ search, onChange }: Props): ReactNode => (
  <ActionIcon.Group role="group" aria-label="View">
    <ActionIcon
      size={36}
      variant={search.view === undefined ? 'light' : 'default'}
      aria-label="Grid"
      aria-pressed={search.view === undefined}
      onClick={() => onChange({ view: undefined })}
    >
      <IconLayoutGrid size={18} aria-hidden />
    </ActionIcon>
    <ActionIcon
      size={36}
      variant={search.view === 'list' ? 'light' : 'default'}
      aria-label="List"
      aria-pressed={search.view === 'list'}
      onClick={() => onChange({ view: 'list' })}
    >
      <IconList size={18} aria-hidden />
    </ActionIcon>
  </ActionIcon.Group>
);

const NO_FILTERS: Changes = {
  type: undefined,
  form: undefined,
  unused: undefined,
  by: undefined,
  size: undefined,
  from: undefined,
  to: undefined,
};

function Filters({ search, onChange }: Props): ReactNode {
  const set = countFilters(search);
  return (
    <Popover position="bottom-end" shadow="md" width={340} trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant={set > 0 ? 'light' : 'default'}
          aria-label="Filters"
          className="media-filters"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          {...(set > 0 && {
            rightSection: (
              <Badge size="sm" circle aria-label={`${set} set`}>
                {set}
              </Badge>
            ),
          })}
        >
          <span className="media-filters-word">Filters</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters" maw="calc(100vw - 2rem)">
        <FilterPanel search={search} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

const TYPES = [
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'web', label: 'Web pages' },
];
const ANY = { value: '', label: 'Any' };
const FORMS = [
  ANY,
  { value: 'landscape', label: 'Landscape' },
  { value: 'portrait', label: 'Portrait' },
  { value: 'square', label: 'Square' },
];
const SIZES = [
  ANY,
  { value: 'small', label: 'Below 1 MB' },
  { value: 'medium', label: '1 to 10 MB' },
  { value: 'large', label: '10 to 100 MB' },
  { value: 'huge', label: 'Above 100 MB' },
];

function FilterPanel({ search, onChange }: Props): ReactNode {
  const adders = useQuery(endpointQuery('listMediaAdders')).data?.items ?? [];
  const field = (name: 'form' | 'size' | 'by' | 'from' | 'to') => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(parsed(name, currentTarget.value)),
  });
  const by = [
    ANY,
    ...adders.map(({ id, name, kind }) => ({ value: id, label: kind === 'token' ? `${name} (integration)` : name })),
  ];
  return (
    <Stack gap="sm">
      <Chip.Group multiple value={typesOf(search)} onChange={(types) => onChange({ type: types.join(',') })}>
        <Group gap={6} role="group" aria-label="Type">
          {TYPES.map(({ value, label }) => (
            <Chip key={value} value={value} size="sm">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <SimpleGrid cols={2} spacing="sm">
        <NativeSelect label="Shape" data={FORMS} {...field('form')} />
        <NativeSelect label="Size" data={SIZES} {...field('size')} />
      </SimpleGrid>
      <NativeSelect label="Added by" data={by} {...field('by')} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput type="date" label="Added from" max={search.to ?? '9999-12-31'} {...field('from')} />
        <TextInput type="date" label="Added until" min={search.from ?? '0001-01-01'} {...field('to')} />
      </SimpleGrid>
      <Switch
        label="Only what is not used"
        checked={search.unused === true}
        onChange={({ currentTarget }) => onChange({ unused: currentTarget.checked ? true : undefined })}
      />
      <Button variant="default" disabled={countFilters(search) === 0} onClick={() => onChange(NO_FILTERS)}>
        Clear the filters
      </Button>
    </Stack>
  );
}

// The address is parsed again with every change: what is no such value is left out there.
const parsed = (name: keyof MediaSearch, value: string): Changes => ({ [name]: value === '' ? undefined : value });
