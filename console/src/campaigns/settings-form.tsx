import { Card, Text, TextInput, Title } from '@mantine/core';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { CAMPAIGN_NAME_CHARACTERS_MAX, TAGS_PER_CAMPAIGN_MAX } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { DraftForm } from '../ui/draft-form.js';
import { flightWords } from '../ui/flight-words.js';
import { TagInput } from '../ui/tag-input.js';
import { FlightFields } from './flight-fields.js';
import { PlaylistSelect } from '../ui/playlist-select.js';
import { toSettings, type CampaignSettings, type Settings } from './use-campaign-settings.js';

type Props = { readonly campaign: ConsoleCampaign; readonly settings: CampaignSettings };

export function SettingsForm({ campaign, settings: { draft, canSave } }: Props): ReactNode {
  const stored = toSettings(campaign);
  return (
    <Card withBorder>
      <DraftForm
        label="Settings of the campaign"
        what="this campaign"
        draft={draft}
        canSave={canSave}
        isReadOnly={campaign.archived}
        theirs={
          <>
            <Text size="sm" mt="xs">
              Theirs: {summary(stored)}
            </Text>
            <Text size="sm">With yours: {summary({ ...stored, ...draft.changes })}</Text>
          </>
        }
      >
        <Title order={2}>What and when</Title>
        <Fields campaign={campaign} settings={draft.value} change={draft.change} />
      </DraftForm>
    </Card>
  );
}

type FieldsProps = {
  readonly campaign: ConsoleCampaign;
  readonly settings: Settings;
  readonly change: (part: Partial<Settings>) => void;
};

function Fields({ campaign, settings, change }: FieldsProps): ReactNode {
  return (
    <>
      <TextInput
        label="Name"
        value={settings.name}
        maxLength={CAMPAIGN_NAME_CHARACTERS_MAX}
        error={settings.name.trim() === '' && 'A campaign needs a name.'}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <PlaylistSelect
        label="Playlist"
        description="What landscape screens show."
        placeholder="Choose a playlist"
        value={settings.landscapePlaylistId}
        known={campaign.latest.landscapePlaylist}
        onChange={(landscapePlaylistId) => change({ landscapePlaylistId })}
      />
      <PlaylistSelect
        label="Playlist for portrait screens"
        description="Left empty, portrait screens show the same as landscape ones."
        placeholder="Same as landscape"
        value={settings.portraitPlaylistId}
        known={campaign.latest.portraitPlaylist}
        onChange={(portraitPlaylistId) => change({ portraitPlaylistId })}
      />
      <FlightFields flight={settings.flight} onChange={(flight) => change({ flight })} />
      <TagInput
        label="Tags"
        value={settings.tags}
        max={TAGS_PER_CAMPAIGN_MAX}
        onChange={(tags) => change({ tags: [...tags] })}
      />
    </>
  );
}

const summary = ({ name, flight, tags }: Settings): string =>
  [`“${name}”`, flightWords(flight), tags.length === 0 ? 'no tags' : tags.join(', ')].join(' · ');
