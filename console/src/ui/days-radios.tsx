import { Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';

type Props<Days extends number> = {
  readonly label: string;
  readonly description?: string;
  readonly offered: readonly Days[];
  readonly days: Days;
  readonly onChange: (days: Days) => void;
};

// How long something lasts.
export function DaysRadios<Days extends number>(props: Props<Days>): ReactNode {
  const { label, description, offered, days, onChange } = props;
  return (
    <Radio.Group
      label={label}
      description={description}
      value={String(days)}
      onChange={(value) => onChange(offered.find((one) => String(one) === value) ?? days)}
    >
      <Group mt="xs">
        {offered.map((one) => (
          <Radio key={one} value={String(one)} label={`${one} days`} />
        ))}
      </Group>
    </Radio.Group>
  );
}
