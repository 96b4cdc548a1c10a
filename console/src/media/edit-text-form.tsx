import { Text, Textarea, TextInput } from '@mantine/core';
import { DESCRIPTION_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { MEDIA_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import type { ConsoleMedia, UpdateMediaRequest } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { DraftForm } from '../ui/draft-form.js';
import { useDraft, useSaving } from '../ui/use-draft.js';
import { useMediaSaved } from './library.js';

type Words = { readonly name: string; readonly description: string };

const toWords = ({ name, description }: ConsoleMedia): Words => ({ name, description: description ?? '' });
const toBody = ({ name, description }: Words) => ({ name: name.trim(), description: description || null });

const unpack = (packed: unknown, media: ConsoleMedia): Words | undefined =>
  typeof packed === 'object' && packed !== null ? { ...toWords(media), ...(packed as Partial<Words>) } : undefined;

export function EditTextForm({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const saving = useSaving(
    'getConsoleMedia',
    (body: UpdateMediaRequest) => call('updateMedia', { params: { id: media.id }, body }),
    useMediaSaved(),
  );
  const draft = useDraft({ item: media, toDraft: toWords, toBody, saving, keptAs: `media ${media.id}`, unpack });
  const { name, description } = draft.value;
  return (
    <DraftForm
      label="Name and description"
      what="this"
      draft={draft}
      canSave={name.trim() !== ''}
      theirs={
        <>
          <Text size="sm">They wrote:</Text>
          <div className="media-theirs">
            <Text size="sm" fw={600}>
              {media.name}
            </Text>
            <Text size="sm">{media.description || 'No description'}</Text>
          </div>
        </>
      }
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={MEDIA_NAME_CHARACTERS_MAX}
        error={name.trim() === '' && 'An item needs a name.'}
        required
        onChange={({ currentTarget }) => draft.change({ name: currentTarget.value })}
      />
      <Textarea
        label="Description"
        value={description}
        maxLength={DESCRIPTION_CHARACTERS_MAX}
        autosize
        minRows={2}
        maxRows={10}
        onChange={({ currentTarget }) => draft.change({ description: currentTarget.value })}
      />
    </DraftForm>
  );
}
