import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog, useKeptOpen } from '../ui/dialog.js';
import { saveFile } from '../ui/save-file.js';
import { askToLeave } from '../ui/unsaved-work.js';
import './recovery-codes-dialog.css';

type Props = { readonly codes: readonly string[] | undefined; readonly onClose: () => void };

export const RecoveryCodesDialog = ({ codes, onClose }: Props): ReactNode => (
  <Dialog opened={codes !== undefined} onClose={onClose} title="Keep these recovery codes">
    {codes !== undefined && <Codes codes={codes} onClose={onClose} />}
  </Dialog>
);

const NOT_KEPT = {
  title: 'Close without keeping the codes?',
  words: ['They are shown only now. Without them you are out when you lose your phone.'],
  stay: 'Go back',
  leave: 'Close anyway',
};

function Codes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }): ReactNode {
  const [isKept, setKept] = useState(false);
  useKeptOpen(!isKept, NOT_KEPT);
  const keep = (): void => setKept(true);
  const finish = async (): Promise<void> => {
    if (isKept || (await askToLeave(NOT_KEPT))) onClose();
  };
  const print = (): void => {
    keep();
    window.print();
  };
  const download = (): void => {
    keep();
    saveFile(new Blob([toFile(codes)], { type: 'text/plain' }), 'vitrine-recovery-codes.txt');
  };
  return (
    <Stack>
      <Text size="sm">
        For the day when your phone or your passkeys are lost. Each code signs you in once, after the password. Keep
        them where nobody else finds them.
      </Text>
      <SimpleGrid
        component="ul"
        className="plain-list recovery-codes"
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        // All ten and the buttons below them fit a phone.
        verticalSpacing={{ base: 4, xs: 'xs' }}
        aria-label="Recovery codes"
        onCopy={keep}
      >
        {codes.map((code) => (
          <li key={code}>
            <Code block ta="center" fz="md" py={4}>
              {code}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Alert color="yellow">The codes are shown only now. Whoever has one needs nothing but your password.</Alert>
      <Group gap="xs">
        <CopyButton value={codes.join('\n')} label="Copy" onCopied={keep} />
        <Button variant="default" size="xs" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
          Print
        </Button>
        <Button variant="default" size="xs" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          Download
        </Button>
      </Group>
      <Group justify="flex-end" className="dialog-foot">
        <Button onClick={() => void finish()}>Done</Button>
      </Group>
    </Stack>
  );
}

const toFile = (codes: readonly string[]): string =>
  `Recovery codes of Vitrine, ${window.location.origin}\nEach works once, after the password.\n\n${codes.join('\n')}\n`;
