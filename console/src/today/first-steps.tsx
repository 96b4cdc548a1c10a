import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import type { Today } from '@vitrine/contract/today';
import type { ReactNode } from 'react';
import { LinkButton } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';

type Step = {
  readonly is: keyof Today['firstSteps'];
  readonly title: string;
  readonly words: string;
  readonly to: '/media' | '/playlists' | '/campaigns' | '/screens';
  readonly label: string;
};

const STEPS: readonly Step[] = [
  {
    is: 'media',
    title: 'Upload pictures or videos',
    words: 'They go into your library. Nothing is on screens yet.',
    to: '/media',
    label: 'To the media',
  },
  {
    is: 'playlist',
    title: 'Put them in order',
    words: 'A playlist says what plays after what, and for how long.',
    to: '/playlists',
    label: 'To the playlists',
  },
  {
    is: 'campaign',
    title: 'Make a campaign of it',
    words: 'A campaign brings a playlist to your screens, for the time that you choose.',
    to: '/campaigns',
    label: 'To the campaigns',
  },
  {
    is: 'published',
    title: 'Publish it',
    words: 'Open the campaign and press “Publish …”. You see what will change before it does.',
    to: '/campaigns',
    label: 'To the campaigns',
  },
  {
    is: 'screen',
    title: 'Put it on a screen',
    words: 'Any television with a browser will do. It plays what runs within seconds.',
    to: '/screens',
    label: 'To the screens',
  },
];

type Props = { readonly steps: Today['firstSteps'] };

// For a merchant who begins: what to do first, ticked off as it is done. The next one has the button.
export function FirstSteps({ steps }: Props): ReactNode {
  const next = STEPS.find(({ is }) => !steps[is]);
  const done = STEPS.filter(({ is }) => steps[is]).length;
  return (
    <Card withBorder component="section" aria-label="First steps" p="lg">
      <Stack gap="md">
        <div>
          <Title order={2}>Five steps to your first screen</Title>
          <Quiet>
            {done} of {STEPS.length} are done.
          </Quiet>
        </div>
        <ol className="plain-list today-steps">
          {STEPS.map((step) => (
            <StepLine key={step.is} step={step} isDone={steps[step.is]} isNext={step === next} />
          ))}
        </ol>
      </Stack>
    </Card>
  );
}

type LineProps = { readonly step: Step; readonly isDone: boolean; readonly isNext: boolean };

const StepLine = ({ step, isDone, isNext }: LineProps): ReactNode => (
  <li className="today-step" data-done={isDone}>
    {isDone ? (
      <IconCircleCheckFilled size={24} role="img" aria-label="Done" />
    ) : (
      <IconCircleDashed size={24} role="img" aria-label="Not done yet" />
    )}
    <Group justify="space-between" gap="sm" flex="1">
      <div>
        <Text fw={500}>{step.title}</Text>
        <Quiet>{step.words}</Quiet>
      </div>
      {isNext && (
        <LinkButton to={step.to} size="sm">
          {step.label}
        </LinkButton>
      )}
    </Group>
  </li>
);
