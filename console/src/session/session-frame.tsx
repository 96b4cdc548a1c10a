import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../ui/brand.js';
import { PageHeader } from '../ui/page-header.js';
import './session.css';

type Props = { readonly title: string; readonly description?: ReactNode; readonly children?: ReactNode };

// The pages for those who are not in yet: what to fill in, and on a desk a shop window beside it.
export const SessionFrame = ({ title, description, children }: Props): ReactNode => (
  <div className="session">
    <main className="session-main">
      <Stack w="100%" maw={380} gap={40}>
        <Brand />
        <div>
          <PageHeader title={title} description={description} />
          {children}
        </div>
      </Stack>
    </main>
    <ShopWindow />
  </div>
);

// For the eye alone: three screens of a shop.
const ShopWindow = (): ReactNode => (
  <div className="session-window" aria-hidden>
    <p className="session-words">What your screens show, in one place.</p>
    <div className="session-screens">
      <span className="session-screen" data-kind="wide" />
      <span className="session-screen" data-kind="tall" />
      <span className="session-screen" data-kind="small" />
    </div>
  </div>
);
