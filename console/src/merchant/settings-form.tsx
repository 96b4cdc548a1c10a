import { Button, Card, Group, NumberInput, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  DEFAULT_ITEM_SECONDS_MAX,
  MERCHANT_NAME_CHARACTERS_MAX,
  SCREEN_CODECS_MAX,
} from '@vitrine/contract/console/console-limits';
import type { Merchant, UpdateMerchantRequest } from '@vitrine/contract/console/merchant';
import { PIXELS_MAX } from '@vitrine/contract/limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { merchantQuery } from '../api/merchant.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { notifyDone } from '../ui/notify.js';
import { TimeZoneSelect } from './time-zone-select.js';

type Props = { readonly merchant: Merchant; readonly isAdmin: boolean };
type Settings = Required<UpdateMerchantRequest>;

const settingsOf = ({ name, timeZone, defaultItemSeconds, screens }: Merchant): Settings => ({
  name,
  timeZone,
  defaultItemSeconds,
  screens,
});

export function SettingsForm({ merchant, isAdmin }: Props): ReactNode {
  const stored = settingsOf(merchant);
  const [typed, setTyped] = useState<Partial<Settings>>({});
  const draft = { ...stored, ...typed };
  const change = (part: Partial<Settings>): void => setTyped((before) => ({ ...before, ...part }));
  const save = useSave(merchant, () => setTyped({}));
  const changes = changesBetween(stored, draft);
  const isChanged = Object.keys(changes).length > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(changes);
      }}
    >
      <Stack gap="lg">
        <GeneralFields draft={draft} change={change} isAdmin={isAdmin} />
        <ScreenFields draft={draft} change={change} isAdmin={isAdmin} />
        {save.isError && <ErrorNotice failure={save.error} title="Nothing was saved" />}
        {isAdmin && (
          <Group justify="flex-end">
            {isChanged && (
              <Button variant="default" onClick={() => setTyped({})}>
                Undo
              </Button>
            )}
            <Button type="submit" disabled={!isChanged} loading={save.isPending}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

// Only what was changed is sent, so that two people who change different settings do not undo each other.
function changesBetween(before: Settings, after: Settings): UpdateMerchantRequest {
  const isChanged = ([key, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(Object(before)[key]);
  return Object.fromEntries(Object.entries(after).filter(isChanged));
}

function useSave(merchant: Merchant, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateMerchantRequest) => call('updateMerchant', { body }),
    onSuccess: (saved) => {
      queries.setQueryData(merchantQuery.queryKey, saved);
      // The name stands in the shell too.
      if (saved.name !== merchant.name) void queries.invalidateQueries({ queryKey: ['getMe'] });
      onSaved();
      notifyDone('Saved.');
    },
  });
}

type FieldsProps = {
  readonly draft: Settings;
  readonly change: (part: Partial<Settings>) => void;
  readonly isAdmin: boolean;
};

const GeneralFields = ({ draft, change, isAdmin }: FieldsProps): ReactNode => (
  <Card withBorder component="section" aria-label="General">
    <Stack>
      <Title order={2}>General</Title>
      <TextInput
        label="Name"
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        maxLength={MERCHANT_NAME_CHARACTERS_MAX}
        pattern=".*\S.*"
        title="A name that is not blank"
        required
        withAsterisk={false}
        disabled={!isAdmin}
      />
      <TimeZoneSelect value={draft.timeZone} onChange={(timeZone) => change({ timeZone })} disabled={!isAdmin} />
      <NumberInput
        label="Default play time"
        description="How long an image or a web page plays that has no time of its own."
        suffix=" s"
        value={draft.defaultItemSeconds}
        onChange={(value) => change({ defaultItemSeconds: Number(value) })}
        min={1}
        max={DEFAULT_ITEM_SECONDS_MAX}
        clampBehavior="blur"
        required
        withAsterisk={false}
        disabled={!isAdmin}
      />
    </Stack>
  </Card>
);

function ScreenFields({ draft, change, isAdmin }: FieldsProps): ReactNode {
  const { screens } = draft;
  const set = (part: Partial<Settings['screens']>): void => change({ screens: { ...screens, ...part } });
  const pixels = { min: 1, max: PIXELS_MAX, suffix: ' px', clampBehavior: 'blur', required: true } as const;
  return (
    <Card withBorder component="section" aria-label="Screens">
      <Stack>
        <Title order={2}>Screens</Title>
        <Text size="sm" c="dimmed">
          Uploads that your screens may not play well get a warning. Nothing is refused for it.
        </Text>
        <TagsInput
          label="Codecs"
          description="What your screens can play, such as h264 or vp9. Press Enter after each."
          value={screens.codecs}
          onChange={(codecs) => set({ codecs })}
          maxTags={SCREEN_CODECS_MAX}
          disabled={!isAdmin}
        />
        <Group grow align="flex-start">
          <NumberInput
            label="Width"
            {...pixels}
            withAsterisk={false}
            value={screens.maxWidth}
            onChange={(value) => set({ maxWidth: Number(value) })}
            disabled={!isAdmin}
          />
          <NumberInput
            label="Height"
            {...pixels}
            withAsterisk={false}
            value={screens.maxHeight}
            onChange={(value) => set({ maxHeight: Number(value) })}
            disabled={!isAdmin}
          />
        </Group>
      </Stack>
    </Card>
  );
}
