import type { Command } from 'commander';
import { activityCommand } from './activity.js';
import { exportCommand, importCommand } from './archive.js';
import { backupCommand } from './backup.js';
import { demoCommand } from './demo.js';
import { merchantCommands } from './merchant.js';
import { migrateCommand } from './migrate.js';
import { personCommands } from './person.js';
import { restoreCommand } from './restore.js';
import { tokenCommands } from './token.js';

// All commands but `serve`, in the order of the help.
export const OPERATOR_COMMANDS: readonly (() => Command)[] = [
  migrateCommand,
  importCommand,
  exportCommand,
  backupCommand,
  restoreCommand,
  merchantCommands,
  personCommands,
  tokenCommands,
  activityCommand,
  demoCommand,
];
