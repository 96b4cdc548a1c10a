import { inputRequired, type CallToolResult, type InputRequiredResult } from '@modelcontextprotocol/server';
import type { Tool } from '@vitrine/contract/tool';
import { tools, type ToolName } from '@vitrine/contract/tools';
import { ApiError } from '../errors.js';
import { refuseFaults } from '../http/faults.js';
import { compileCheck } from '../http/validator.js';
import { addHandlers } from './add-handlers.js';
import { findRefusal } from './list-tools.js';
import { lookHandlers } from './look-handlers.js';
import { overWords, type Over } from './pass-budget.js';
import { prepareHandlers } from './prepare-handlers.js';
import { publishHandlers } from './publish-handlers.js';
import { QUESTION } from './read-talk.js';
import type { AssistantDeps, Question, ToolPrincipal, ToolHandler, ToolHandlers, ToolResult } from './tool-call.js';

const handlers: ToolHandlers = { ...lookHandlers, ...addHandlers, ...prepareHandlers, ...publishHandlers };

const checks = new Map(Object.entries<Tool>(tools).map(([name, { input }]) => [name, compileCheck(input)]));

type Asked = { readonly name: ToolName; readonly given: unknown; readonly over: Over | undefined };

// Rights, budget, arguments, then the handler, which calls what API and console call. A refusal is an answer: a model reads it
// and knows what to do next.
export async function callTool(
  deps: AssistantDeps,
  caller: ToolPrincipal,
  { name, given, over }: Asked,
): Promise<CallToolResult | InputRequiredResult> {
  const refusal = findRefusal(tools[name], caller.key);
  if (refusal !== undefined) return toRefusal(refusal);
  if (over !== undefined) return toRefusal(overWords(over));
  try {
    refuseFaults(checks.get(name)?.(given) ?? []);
    const result = await handlerNamed(name)(deps, caller, given);
    return 'question' in result ? toInputRequired(result) : toCallResult(result);
  } catch (error) {
    if (error instanceof ApiError) return toRefusal(`${error.message}${adviceFor(error)}`);
    deps.log.error({ reqId: caller.key.requestId, err: error, tool: name }, 'failed');
    return toRefusal(
      `Something went wrong on our side. Try again; if it happens again, quote ${caller.key.requestId}.`,
    );
  }
}

// The schema has just been checked, which the type system cannot follow over a table.
const handlerNamed = (name: ToolName) =>
  handlers[name] as unknown as (...call: unknown[]) => ReturnType<ToolHandler<Tool>>;

function toCallResult({ data, text, pictures = [] }: ToolResult<Tool>): CallToolResult {
  return {
    content: [
      { type: 'text', text },
      ...pictures.flatMap(({ of, mimeType, bytes }) => [
        { type: 'text' as const, text: `Picture of ${of}:` },
        { type: 'image' as const, mimeType, data: bytes.toString('base64') },
      ]),
    ],
    structuredContent: Object(data),
  };
}

// Yes or no is all there is to say, so the form has no field.
function toInputRequired({ question, seal }: Question): InputRequiredResult {
  const requestedSchema = { type: 'object' as const, properties: {} };
  const inputRequests = { [QUESTION]: inputRequired.elicit({ message: question, requestedSchema }) };
  return inputRequired({ inputRequests, requestState: seal });
}

const toRefusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

const adviceFor = ({ error }: ApiError): string => ADVICE[error] ?? '';

const ADVICE: Partial<Record<ApiError['error'], string>> = {
  not_found: ' Ids come from find_media, find_campaigns and find_playlists.',
  invalid_request: ' Mend the arguments and call again.',
};
