import { Command, InvalidArgumentError } from 'commander';
import type { Environment } from './config.js';

// A command with the options that every command has, and lines to copy.
export function command(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print JSON, for programs')
    .option('-q, --quiet', 'print nothing but failures')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ vitrine ${line}`).join('\n')}`)
    .showHelpAfterError('(--help shows how it is used)');
}

// A folder of commands: `media …`, `campaigns …`.
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description).helpOption('-h, --help', 'show this help');
  for (const one of commands) group.addCommand(one);
  const lines = commands.map((one) => `  $ vitrine ${name} ${one.name()} --help`);
  return group.addHelpText('after', `\nEach has examples:\n${lines.join('\n')}`);
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Write a whole number above 0.');
  return Number(text);
}

export function parsePositive(text: string): number {
  const number = Number(text);
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text) || number <= 0) throw new InvalidArgumentError('Write a number above 0.');
  return number;
}

// For options that may be repeated.
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text];

// What every command gets. `exitCode` is what the program ends with when nothing was thrown.
export type Context = {
  readonly env: Environment;
  readonly signal: AbortSignal;
  exitCode: number;
  // Whether it has more to do than to print: it then goes on when nobody reads any more (head).
  outlivesReader: boolean;
};

export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
export const EXIT_CURSOR_EXPIRED = 3;
export const EXIT_INTERRUPTED = 130;
