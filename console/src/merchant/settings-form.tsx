import { Button, Fieldset, Group, NumberInput, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  DEFAULT_ITEM_SECONDS_MAX,
  MERCHANT_NAME_CHARACTERS_MAX,
  SCREEN_CODECS_MAX,
} from '@vitrine/contract/console-limits';
import { PIXELS_MAX } from '@vitrine/contract/limits';
import type { Merchant, UpdateMerchantRequest } from '@vitrine/contract/merchant';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { merchantQuery } from '../api/merchant.js';
import '../ui/draft-form.css';
import { KeptOffer } from '../ui/draft-form.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { NOT_BLANK, onSubmit } from '../ui/form-fields.js';
import { useKeptTyping } from '../ui/kept-drafts.js';
import { notifyDone } from '../ui/notify.js';
import { PlaylistSelect } from '../ui/playlist-select.js';
import { Quiet } from '../ui/quiet.js';
import { SaveButton } from '../ui/save-button.js';
import { Section } from '../ui/section.js';
import { TimeZoneSelect } from '../ui/time-zone-select.js';
import { useUnsavedWork } from '../ui/unsaved-work.js';
import { changedParts } from '../ui/use-draft.js';
import { TimeZoneDialog } from './time-zone-dialog.js';

type Props = { readonly merchant: Merchant; readonly isAdmin: boolean };
type Settings = Required<Omit<UpdateMerchantRequest, 'keepsMoments'>>;

const settingsOf = (merchant: Merchant): Settings => {
  const { name, timeZone, defaultItemSeconds, defaultPlaylistId, screens, requiresSecondFactor } = merchant;
  return { name, timeZone, defaultItemSeconds, defaultPlaylistId, screens, requiresSecondFactor };
};

export function SettingsForm({ merchant, isAdmin }: Props): ReactNode {
  const stored = settingsOf(merchant);
  const [typed, setTyped] = useState<Partial<Settings>>({});
  const draft = { ...stored, ...typed };
  const change = (part: Partial<Settings>): void => setTyped((before) => ({ ...before, ...part }));
  // Only what was changed is sent, so that two people who change different settings do not undo each other.
  const changes = changedParts(draft, stored);
  const isChanged = Object.keys(changes).length > 0;
  useUnsavedWork(isChanged);
  const kept = useKeptTyping('settings', isChanged ? changes : undefined, setTyped);
  const undo = (): void => {
    kept.forget();
    setTyped({});
  };
  const save = useSave(merchant, (sent) => {
    kept.forget();
    // What was typed while it was being saved stays.
    setTyped((now) => changedParts(now, { ...stored, ...sent }));
  });
  const [isAsking, setAsking] = useState(false);
  // Another zone moves every flight, or has every flight written anew: that is asked first.
  const submit = (): void => (changes.timeZone === undefined ? save.mutate(changes) : setAsking(true));
  return (
    <form onSubmit={onSubmit(submit)}>
      <Stack gap="lg">
        {isAdmin && kept.offer !== undefined && <KeptOffer {...kept.offer} what="these settings" />}
        <Fieldset disabled={!isAdmin}>
          <Stack gap="lg">
            <GeneralFields draft={draft} change={change} />
            <DefaultFields draft={draft} change={change} />
            <ScreenFields draft={draft} change={change} />
            <SignInFields draft={draft} change={change} />
          </Stack>
        </Fieldset>
        {isAsking && changes.timeZone !== undefined && (
          <TimeZoneDialog
            from={stored.timeZone}
            to={changes.timeZone}
            onKeep={() => {
              setAsking(false);
              change({ timeZone: stored.timeZone });
            }}
            onChange={async (keepsMoments) => {
              await save.mutateAsync({ ...changes, keepsMoments });
              setAsking(false);
            }}
            onClose={() => setAsking(false)}
          />
        )}
        {isAdmin && (
          <div className="draft-foot">
            <div className="draft-foot-notices">
              {save.isError && <ErrorNotice failure={save.error} title="Nothing was saved" />}
            </div>
            <SaveButton canSave={isChanged} isSaving={save.isPending} />
            {isChanged && (
              <Button variant="subtle" disabled={save.isPending} onClick={undo}>
                Undo
              </Button>
            )}
          </div>
        )}
      </Stack>
    </form>
  );
}

function useSave(merchant: Merchant, onSaved: (sent: UpdateMerchantRequest) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateMerchantRequest) => call('updateMerchant', { body }),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(merchantQuery.queryKey, saved);
      if (saved.timeZone !== merchant.timeZone) forgetTimes(queryClient);
      // The name stands in the shell too, and whoever asks for a second factor may have none.
      const isFelt = saved.name !== merchant.name || saved.requiresSecondFactor !== merchant.requiresSecondFactor;
      if (isFelt) void queryClient.invalidateQueries({ queryKey: ['getMe'] });
      onSaved(sent);
      notifyDone('Saved.');
    },
  });
}

// Whether a campaign runs, and when, is another matter in another zone.
function forgetTimes(queryClient: QueryClient): void {
  const names = ['listConsoleCampaigns', 'getConsoleCampaign', 'getCalendar', 'getScreensAt', 'getToday'];
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
}

type FieldsProps = {
  readonly draft: Settings;
  readonly change: (part: Partial<Settings>) => void;
};

const GeneralFields = ({ draft, change }: FieldsProps): ReactNode => (
  <Section title="General" gap="md">
    <TextInput
      label="Name"
      value={draft.name}
      onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      maxLength={MERCHANT_NAME_CHARACTERS_MAX}
      {...NOT_BLANK}
    />
    <TimeZoneSelect
      description="The dates of campaigns, and all times here, are in this zone."
      value={draft.timeZone}
      onChange={(timeZone) => change({ timeZone })}
    />
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
    />
  </Section>
);

// What is chosen is known by its id alone; a playlist that somebody deletes is chosen no longer.
function DefaultFields({ draft: { defaultPlaylistId: id }, change }: FieldsProps): ReactNode {
  const chosen = useQuery({
    ...endpointQuery('getConsolePlaylist', { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  return (
    <Section title="When nothing runs" gap="md">
      <PlaylistSelect
        label="Default playlist"
        description="What screens play while no campaign runs that is meant for them. A change to the playlist is on them at once."
        placeholder="None: screens stay dark"
        value={id}
        known={chosen.data ?? null}
        onChange={(defaultPlaylistId) => change({ defaultPlaylistId })}
      />
    </Section>
  );
}

const PIXELS = [
  ['Width', 'maxWidth'],
  ['Height', 'maxHeight'],
] as const;

// By the names that uploads are compared with; others may be typed.
const VIDEO_KINDS = [
  { value: 'h264', label: 'h264 (AVC, which nearly every screen plays)' },
  { value: 'h265', label: 'h265 (HEVC)' },
  { value: 'vp9', label: 'vp9 (WebM)' },
  { value: 'av1', label: 'av1' },
];

function ScreenFields({ draft, change }: FieldsProps): ReactNode {
  const { screens } = draft;
  const set = (part: Partial<Settings['screens']>): void => change({ screens: { ...screens, ...part } });
  return (
    <Section title="Screens" gap="md">
      <Quiet>Uploads that your screens may not play well get a warning. Nothing is refused for it.</Quiet>
      <TagsInput
        label="Kinds of video"
        description="What your screens can play. If you do not know, leave h264: nearly every screen plays it."
        data={VIDEO_KINDS.filter(({ value }) => !screens.codecs.includes(value))}
        value={screens.codecs}
        onChange={(codecs) => set({ codecs })}
        maxTags={SCREEN_CODECS_MAX}
      />
      <Group grow align="flex-start">
        {PIXELS.map(([label, key]) => (
          <NumberInput
            key={key}
            label={label}
            suffix=" px"
            min={1}
            max={PIXELS_MAX}
            clampBehavior="blur"
            required
            value={screens[key]}
            onChange={(value) => set({ [key]: Number(value) })}
          />
        ))}
      </Group>
    </Section>
  );
}

const SignInFields = ({ draft, change }: FieldsProps): ReactNode => (
  <Section title="Signing in" gap="md">
    <Switch
      label="Everybody needs a second factor"
      description="An authenticator app or a passkey. Who has none sets one up before anything of this merchant opens."
      checked={draft.requiresSecondFactor}
      onChange={({ currentTarget }) => change({ requiresSecondFactor: currentTarget.checked })}
    />
  </Section>
);
