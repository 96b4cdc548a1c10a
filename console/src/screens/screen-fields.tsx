import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconRectangle, IconRectangleVertical } from '@tabler/icons-react';
import { SCREEN_NAME_CHARACTERS_MAX, TAGS_PER_SCREEN_MAX } from '@vitrine/contract/screen-limits';
import type { Orientation } from '@vitrine/contract/screen-words';
import type { AddScreenRequest, Screen } from '@vitrine/contract/screens';
import type { ReactNode } from 'react';
import { useTimeZone } from '../api/merchant.js';
import { TagInput } from '../ui/tag-input.js';
import { TimeZoneSelect, zoneName } from '../ui/time-zone-select.js';

export type ScreenSettings = {
  readonly name: string;
  readonly orientation: Orientation;
  // Null: the merchant's.
  readonly timeZone: string | null;
  // Whether it plays only campaigns with one of its tags.
  readonly isChoosy: boolean;
  readonly tags: readonly string[];
};

export const NEW_SETTINGS: ScreenSettings = {
  name: '',
  orientation: 'landscape',
  timeZone: null,
  isChoosy: false,
  tags: [],
};

export const toSettings = ({ name, orientation, timeZone, tags }: Screen): ScreenSettings => ({
  name,
  orientation,
  timeZone,
  isChoosy: tags.length > 0,
  tags,
});

type Body = Pick<AddScreenRequest, 'name' | 'orientation' | 'timeZone' | 'tags'>;

export const toBody = ({ name, orientation, timeZone, isChoosy, tags }: ScreenSettings): Body => ({
  name: name.trim(),
  orientation,
  timeZone,
  tags: isChoosy ? [...tags] : [],
});

type Faults = { readonly name?: string; readonly tags?: string };

// What keeps it from being saved, for whoever is typing it.
export const faultsOf = ({ name, isChoosy, tags }: ScreenSettings): Faults => ({
  ...(name.trim() === '' && { name: 'Give it a name that your colleagues recognise.' }),
  ...(isChoosy && tags.length === 0 && { tags: 'Choose at least one tag.' }),
});

type Props = {
  readonly settings: ScreenSettings;
  readonly change: (part: Partial<ScreenSettings>) => void;
  readonly faults: Faults;
  // Where a dialog begins.
  readonly isNameFirst: boolean;
};

// What is asked of every screen.
export const ScreenFields = ({ settings, change, faults, isNameFirst }: Props): ReactNode => (
  <>
    <TextInput
      name="name"
      label="Name"
      description="Where it hangs, or what it is for."
      maxLength={SCREEN_NAME_CHARACTERS_MAX}
      value={settings.name}
      onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      error={faults.name}
      required
      {...(isNameFirst && { 'data-autofocus': true })}
    />
    <OrientationRadios value={settings.orientation} onChange={(orientation) => change({ orientation })} />
    <PlaysRadios settings={settings} change={change} faults={faults} />
    <ZoneSelect value={settings.timeZone} onChange={(timeZone) => change({ timeZone })} />
  </>
);

const WAYS = [
  ['landscape', 'Landscape', 'Wider than high', IconRectangle],
  ['portrait', 'Portrait', 'Higher than wide', IconRectangleVertical],
] as const;

type OrientationProps = { readonly value: Orientation; readonly onChange: (orientation: Orientation) => void };

const OrientationRadios = ({ value, onChange }: OrientationProps): ReactNode => (
  <Radio.Group label="How it hangs" value={value} onChange={(way) => onChange(parseOrientation(way))}>
    <SimpleGrid mt={6} cols={2} spacing="sm">
      {WAYS.map(([way, label, description, Icon]) => (
        <Radio.Card key={way} value={way} className="screens-choice" aria-label={`${label}: ${description}`}>
          <Icon size={28} stroke={1.4} aria-hidden />
          <Stack gap={0}>
            <span className="screens-choice-label">{label}</span>
            <span className="screens-choice-words">{description}</span>
          </Stack>
        </Radio.Card>
      ))}
    </SimpleGrid>
  </Radio.Group>
);

const parseOrientation = (way: string): Orientation => (way === 'portrait' ? 'portrait' : 'landscape');

const PlaysRadios = ({ settings, change, faults }: Omit<Props, 'isNameFirst'>): ReactNode => (
  <Stack gap="sm">
    <Radio.Group
      label="What it plays"
      value={settings.isChoosy ? 'tagged' : 'all'}
      onChange={(which) => change({ isChoosy: which === 'tagged' })}
    >
      <Stack mt={6} gap="xs">
        <Radio value="all" label="Everything that runs" />
        <Radio value="tagged" label="Only campaigns that carry one of its tags" />
      </Stack>
    </Radio.Group>
    {settings.isChoosy && (
      <TagInput
        label="Its tags"
        description="Give the same tag to the campaigns that belong on it."
        value={settings.tags}
        max={TAGS_PER_SCREEN_MAX}
        onChange={(tags) => change({ tags })}
        error={faults.tags}
      />
    )}
  </Stack>
);

type ZoneProps = { readonly value: string | null; readonly onChange: (zone: string | null) => void };

function ZoneSelect({ value, onChange }: ZoneProps): ReactNode {
  const merchants = useTimeZone();
  return (
    <TimeZoneSelect
      description="Campaigns start and end by the clock beside it. Another one is for a screen that hangs elsewhere."
      first={{ value: MERCHANTS, label: `As the merchant: ${zoneName(merchants)}` }}
      value={value ?? MERCHANTS}
      onChange={(zone) => onChange(zone === MERCHANTS ? null : zone)}
    />
  );
}

const MERCHANTS = 'merchant';
