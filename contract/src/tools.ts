import { lookTools } from './look-tools.js';
import { addTools, prepareTools, publishTools } from './work-tools.js';

// The table of what assistants can do, at MCP_PATH. None of it deletes anything.
export const tools = { ...lookTools, ...addTools, ...prepareTools, ...publishTools };
export type ToolName = keyof typeof tools;

export const isToolName = (name: string): name is ToolName => Object.hasOwn(tools, name);
