import { TextInput } from '@mantine/core';
import { PERSON_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { NOT_BLANK } from '../ui/form-fields.js';

// Of somebody whose account is being made.
export const YourNameInput = (): ReactNode => (
  <TextInput
    name="name"
    label="Your name"
    autoComplete="name"
    maxLength={PERSON_NAME_CHARACTERS_MAX}
    {...NOT_BLANK}
    title="Your name, as others will see it"
  />
);
