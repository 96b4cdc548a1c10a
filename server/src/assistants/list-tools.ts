import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { hintsOf, isWrite, type Tool } from '@vitrine/contract/tool';
import { tools } from '@vitrine/contract/tools';
import type { AiKeyPrincipal } from '../principal.js';

// What this key may do, and nothing else: what is listed costs a model its attention.
export const listTools = (key: AiKeyPrincipal): ListedTool[] =>
  Object.entries<Tool>(tools).flatMap(([name, row]) =>
    findRefusal(row, key) === undefined ? [toListed(name, row)] : [],
  );

// Why the key may not call the tool, for whoever reads the answer; undefined when it may.
export function findRefusal(row: Tool, { permissions, role, planAllowsWrites }: AiKeyPrincipal): string | undefined {
  if (!permissions.has(row.permission)) {
    return `This key may not ${WORDS[row.permission]}. The person can make another key that may, in the console under their account.`;
  }
  if (row.role === 'admin' && role === 'staff') return 'Only keys of owners and admins may do this.';
  if (isWrite(row) && !planAllowsWrites) {
    return "The merchant's plan does not allow programs to change anything. The operator changes plans.";
  }
  return undefined;
}

const WORDS = {
  look: 'look at content',
  add: 'add media and tags',
  prepare: 'prepare playlists and campaigns',
  publish: 'publish',
} as const;

const toListed = (name: string, row: Tool): ListedTool => ({
  name,
  title: row.title,
  description: row.description,
  inputSchema: toShown(row.input),
  outputSchema: toShown(row.output),
  annotations: hintsOf(row),
});

// As a model needs it. Patterns and conditions are left out: hosts refuse dialects that they do not know, and what breaks one
// is told.
const toShown = (schema: Tool['input']): ListedTool['inputSchema'] =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (HIDDEN.test(key) ? undefined : value)));

const HIDDEN = /^(?:x-.*|pattern|allOf|\$id)$/;
