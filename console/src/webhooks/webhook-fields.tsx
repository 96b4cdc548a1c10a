import { TextInput } from '@mantine/core';
import type { WebhookType } from '@vitrine/contract/change-types';
import { WEBHOOK_NAME_CHARACTERS_MAX, WEBHOOK_URL_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { NOT_BLANK } from '../ui/form-fields.js';
import { TypeChecks } from './type-checks.js';

type Words = { readonly name: string; readonly url: string };

type Props = {
  // Where they are held by a draft; a form reads its fields itself.
  readonly words?: Words;
  readonly onWords?: (words: Partial<Words>) => void;
  readonly types: readonly WebhookType[];
  readonly onTypes: (types: WebhookType[]) => void;
};

// What a webhook is made of.
export function WebhookFields({ words, onWords, types, onTypes }: Props): ReactNode {
  const held = (name: keyof Words) =>
    words !== undefined && {
      value: words[name],
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
        onWords?.({ [name]: currentTarget.value }),
    };
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        description="Which system it is for. You will see it in the activity."
        placeholder="Web shop"
        maxLength={WEBHOOK_NAME_CHARACTERS_MAX}
        {...NOT_BLANK}
        {...held('name')}
        data-autofocus
      />
      <TextInput
        name="url"
        type="url"
        label="Address"
        description="Where that system takes messages. Its developers know it; it begins with https://."
        placeholder="https://shop.example.com/hooks/vitrine"
        maxLength={WEBHOOK_URL_CHARACTERS_MAX}
        required
        {...held('url')}
      />
      <TypeChecks types={types} onChange={onTypes} />
    </>
  );
}
