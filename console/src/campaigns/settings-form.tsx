import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import { CAMPAIGN_NAME_CHARACTERS_MAX, TAGS_PER_CAMPAIGN_MAX } from '@vitrine/contract/console/console-limits';
import { useState, type ReactNode } from 'react';
import { ChangedMeanwhile, isChangedMeanwhile } from '../ui/changed-meanwhile.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { TagInput } from '../ui/tag-input.js';
import { changesOf, onTopOf, toDraft, type Draft } from './draft.js';
import { FlightFields } from './flight-fields.js';
import { flightWords } from './flight-words.js';
import { PlaylistSelect } from './playlist-select.js';
import { useSaveCampaign } from './use-save-campaign.js';

// What was typed stays until it is saved or given up, whatever others do meanwhile.
export function SettingsForm({ campaign }: { readonly campaign: ConsoleCampaign }): ReactNode {
  const stored = toDraft(campaign);
  const [typed, setTyped] = useState<{ draft: Draft; base: Draft }>();
  const { draft, base } = typed ?? { draft: stored, base: stored };
  const saving = useSaveCampaign(campaign.lineageId, () => setTyped(undefined));
  const changes = changesOf(draft, base);
  const isChanged = Object.keys(changes).length > 0;
  const isConflict = isChanged && base.revision !== stored.revision;
  const change = (part: Partial<Draft>): void => {
    saving.reset();
    setTyped({ base, draft: { ...draft, ...part } });
  };
  return (
    <form
      aria-label="Settings of the campaign"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isConflict) saving.mutate({ revision: base.revision, ...changes });
      }}
    >
      <Card withBorder>
        <Stack>
          <Title order={2}>What and when</Title>
          <Fields campaign={campaign} draft={draft} change={change} />
          {isConflict && (
            <ChangedMeanwhile
              what="this campaign"
              isSaving={saving.isPending}
              onMine={() => saving.mutate({ revision: stored.revision, ...changes })}
              onTheirs={() => setTyped(undefined)}
            >
              <Text size="sm" mt="xs">
                Theirs: {summary(stored)}
              </Text>
              <Text size="sm">With yours: {summary(onTopOf(stored, changes))}</Text>
            </ChangedMeanwhile>
          )}
          {saving.isError && !isChangedMeanwhile(saving.error) && (
            <ErrorNotice failure={saving.error} title="Not saved" />
          )}
          {!isConflict && !campaign.archived && (
            <Group>
              <Button type="submit" disabled={!isChanged || draft.name.trim() === ''} loading={saving.isPending}>
                Save
              </Button>
              {isChanged && (
                <Button variant="subtle" disabled={saving.isPending} onClick={() => setTyped(undefined)}>
                  Undo
                </Button>
              )}
              <Text size="sm" c="dimmed" role="status">
                {isChanged ? 'Not saved yet' : saving.isSuccess && 'Saved'}
              </Text>
            </Group>
          )}
        </Stack>
      </Card>
    </form>
  );
}

type FieldsProps = {
  readonly campaign: ConsoleCampaign;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
};

function Fields({ campaign, draft, change }: FieldsProps): ReactNode {
  const { archived: isFixed, latest } = campaign;
  return (
    <>
      <TextInput
        label="Name"
        value={draft.name}
        maxLength={CAMPAIGN_NAME_CHARACTERS_MAX}
        error={draft.name.trim() === '' && 'A campaign needs a name.'}
        disabled={isFixed}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <PlaylistSelect
        label="Playlist"
        description="What landscape screens show."
        placeholder="Choose a playlist"
        value={draft.landscapePlaylistId}
        known={latest.landscapePlaylist}
        disabled={isFixed}
        onChange={(landscapePlaylistId) => change({ landscapePlaylistId })}
      />
      <PlaylistSelect
        label="Playlist for portrait screens"
        description="Left empty, portrait screens show the same as landscape ones."
        placeholder="Same as landscape"
        value={draft.portraitPlaylistId}
        known={latest.portraitPlaylist}
        disabled={isFixed}
        onChange={(portraitPlaylistId) => change({ portraitPlaylistId })}
      />
      <FlightFields flight={draft.flight} disabled={isFixed} onChange={(flight) => change({ flight })} />
      <TagInput
        label="Tags"
        value={draft.tags}
        max={TAGS_PER_CAMPAIGN_MAX}
        disabled={isFixed}
        onChange={(tags) => change({ tags })}
      />
    </>
  );
}

const summary = ({ name, flight, tags }: Draft): string =>
  [`«${name}»`, flightWords(flight), tags.length === 0 ? 'no tags' : tags.join(', ')].join(' · ');
