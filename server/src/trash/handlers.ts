import { restoreTrashed } from './restore-trashed.js';

export const trashHandlers = { restoreTrashed };
