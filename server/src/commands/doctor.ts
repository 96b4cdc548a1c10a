import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { CommandError } from '../errors.js';
import { command } from './command.js';
import { printRows } from './print.js';

export const doctorCommand = (): Command =>
  command('doctor', 'look at everything that the service stands on, and say what to do about each fault').action(
    async (options: { json?: boolean }) => {
      const config = readConfig();
      const { examine } = await import('../doctor/examine.js');
      const findings = await examine(config);
      printRows(
        findings.map(({ check, state, words }) => ({ check, state, words })),
        options,
        '',
      );
      const faults = findings.filter(({ state }) => state === 'fault').length;
      if (faults > 0) throw new CommandError(`Faults: ${faults}. Mend them from top to bottom, and ask again.`);
    },
  );
