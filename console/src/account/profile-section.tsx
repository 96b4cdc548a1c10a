import { Group, Input, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { COLOUR_SCHEMES } from '@vitrine/contract/account-words';
import { PERSON_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { Me } from '@vitrine/contract/session';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { meQuery } from '../api/me.js';
import { setDateLanguage } from '../ui/date-language.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { NOT_BLANK, onSubmit } from '../ui/form-fields.js';
import { notifyDone } from '../ui/notify.js';
import { SaveButton } from '../ui/save-button.js';
import { Section } from '../ui/section.js';
import { useColours } from '../ui/use-colours.js';
import { useUnsavedWork } from '../ui/unsaved-work.js';
import { changedParts } from '../ui/use-draft.js';
import { dateExample, languageChoices } from './languages.js';

export function ProfileSection(): ReactNode {
  const { data: me } = useQuery(meQuery);
  return (
    <Section title="Profile" gap="md">
      {me !== undefined && <ProfileForm person={me.person} />}
      <Colours />
    </Section>
  );
}

type Profile = Pick<Me['person'], 'name' | 'dateLanguage'>;

function ProfileForm({ person }: { readonly person: Me['person'] }): ReactNode {
  const [typed, setTyped] = useState<Partial<Profile>>({});
  const { name, dateLanguage } = { ...person, ...typed };
  const isChanged = name.trim() !== person.name || dateLanguage !== person.dateLanguage;
  useUnsavedWork(isChanged);
  // What was typed while it was being saved stays.
  const save = useSave((sent) => setTyped((now) => changedParts(now, sent)));
  return (
    <form onSubmit={onSubmit(() => save.mutate({ name, dateLanguage }))}>
      <Group align="flex-end" gap="md">
        <TextInput
          label="Name"
          description="As others see it here."
          value={name}
          onChange={({ currentTarget }) => setTyped((before) => ({ ...before, name: currentTarget.value }))}
          autoComplete="name"
          maxLength={PERSON_NAME_CHARACTERS_MAX}
          w="100%"
          {...NOT_BLANK}
        />
        <Select
          label="Language of dates"
          description={`For example ${dateExample(dateLanguage)}.`}
          data={languageChoices(dateLanguage)}
          value={dateLanguage ?? ''}
          onChange={(value) => setTyped((before) => ({ ...before, dateLanguage: value === '' ? null : value }))}
          allowDeselect={false}
          searchable
          w="100%"
        />
        {save.isError && <ErrorNotice failure={save.error} title="Nothing was saved" />}
        <SaveButton canSave={isChanged} isSaving={save.isPending} />
      </Group>
    </form>
  );
}

function useSave(onSaved: (sent: Profile) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Profile) => call('updateMe', { body }),
    onSuccess: (me, sent) => {
      setDateLanguage(me.person.dateLanguage);
      queryClient.setQueryData(meQuery.queryKey, me);
      onSaved(sent);
      notifyDone('Saved.');
    },
  });
}

const COLOUR_WORDS = { auto: 'As the system', light: 'Light', dark: 'Dark' } as const;

// Seen at once, so there is nothing to save.
function Colours(): ReactNode {
  const { colours, choose } = useColours();
  return (
    <Input.Wrapper label="Colours" description="In every browser that you sign in with." labelElement="div">
      <SegmentedControl
        aria-label="Colours"
        mt={6}
        fullWidth
        data={COLOUR_SCHEMES.map((value) => ({ value, label: COLOUR_WORDS[value] }))}
        value={colours}
        onChange={choose}
      />
    </Input.Wrapper>
  );
}
