import type { Static, TObject } from 'typebox';
import type { AiPermission } from './ai-words.js';

// A tool is data, as an endpoint is: what assistants are told of it, who may call it, and the tests that go through every
// tool read this row.
export type Tool = {
  readonly title: string;
  // For a model: what it does, when to use it, and what to do next.
  readonly description: string;
  readonly permission: AiPermission;
  // Where not everybody at the merchant may see it.
  readonly role?: 'admin';
  // What it does to the merchant's content. `reads` counts as a read, everything else as a write.
  readonly effect: 'reads' | 'adds' | 'changes' | 'shows';
  // Whether calling it again with the same does nothing more.
  readonly repeatable: boolean;
  // Whether it reaches beyond the merchant, into the web.
  readonly reachesOut?: true;
  // Where a call may be longer than MCP_BODY_BYTES_MAX.
  readonly bodyBytesMax?: number;
  readonly input: TObject;
  readonly output: TObject;
};

export const tool = <const Row extends Tool>(row: Row): Row => row;

export type ToolInput<Row extends Tool> = Static<Row['input']>;
export type ToolOutput<Row extends Tool> = Static<Row['output']>;

export const isWrite = ({ effect }: Pick<Tool, 'effect'>): boolean => effect !== 'reads';

// As the protocol has them: what does not only add is destructive in its words, so that hosts ask first. Nothing deletes.
export const hintsOf = ({ title, effect, repeatable, reachesOut }: Tool) => ({
  title,
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'shows' || effect === 'changes',
  idempotentHint: repeatable,
  openWorldHint: reachesOut === true,
});
