import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { CompanyRefusal } from '@vitrine/contract/company';
import type { ReactNode } from 'react';
import { companyRefusalWords } from './company-words.js';

type Props = { readonly refusal: CompanyRefusal; readonly name: string };

// Why somebody is back from the company's sign-in page and not where they wanted to be.
export function CompanyNotice({ refusal, name }: Props): ReactNode {
  const { title, advice } = companyRefusalWords(refusal, name);
  return (
    <Alert color="yellow" role="alert" title={title} icon={<IconInfoCircle aria-hidden />}>
      {advice}
    </Alert>
  );
}
