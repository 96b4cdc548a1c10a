import type { KeyObject } from 'node:crypto';
import type { Tool, ToolInput, ToolOutput } from '@vitrine/contract/tool';
import type { tools } from '@vitrine/contract/tools';
import type { ConsoleCampaignDeps } from '../campaigns/get-campaign.js';
import type { RequestCounter } from '../identity/count-request.js';
import type { Log } from '../log.js';
import type { ConsoleMediaDeps } from '../media/get-console-media.js';
import type { Outside } from '../outside/check-outside.js';
import type { AiKeyPrincipal, PersonPrincipal } from '../principal.js';
import type { ScreenDeps } from '../screens/list-screens.js';
import type { AddTagsDeps } from '../tags/add-tags.js';

export type AssistantDeps = ConsoleMediaDeps &
  ConsoleCampaignDeps &
  ScreenDeps &
  AddTagsDeps & {
    readonly cursorKey: KeyObject;
    readonly previewKey: KeyObject;
    readonly metadataLimitMs: number;
    readonly counter: RequestCounter;
    readonly assistantLimits: AssistantLimits;
    readonly outside: Outside;
    readonly log: Log;
  };

export type AssistantLimits = { readonly readsPerMinute: number; readonly writesPerMinute: number };

// Who calls, and as whom what it does is done: as the person, through the key.
export type AssistantPrincipal = {
  readonly key: AiKeyPrincipal;
  readonly person: PersonPrincipal;
  // When whoever called has gone.
  readonly hangUp: AbortSignal;
  // Throws when the key works no more: for what takes long.
  readonly readmit: () => Promise<unknown>;
};
export type ToolPrincipal = AssistantPrincipal & { readonly talk: Talk };

// Whether the program can ask its person in the middle of a call, and what they said to what was asked before.
export type Talk = {
  readonly canAsk: boolean;
  readonly said: 'yes' | 'no' | undefined;
  // As the question had it; it has been in strange hands.
  readonly seal: string | undefined;
};

export const toPerson = (
  { merchantId, person, role, timeZone, requestId, key }: AiKeyPrincipal,
  client: string,
): PersonPrincipal => ({
  kind: 'person',
  merchantId,
  person,
  role,
  timeZone,
  requestId,
  through: { keyId: key.id, name: key.name, lastFour: key.lastFour, client },
});

// `of` says what it shows, for whoever has nothing but its place among others to tell by.
export type Picture = { readonly of: string; readonly mimeType: string; readonly bytes: Buffer };

// What a tool gives: for programs, for whoever reads, and to look at.
export type ToolResult<Row extends Tool> = {
  readonly data: ToolOutput<Row>;
  readonly text: string;
  readonly pictures?: readonly Picture[];
};

// What the person is to say before the tool goes on: the same call comes again, with the answer.
export type Question = { readonly question: string; readonly seal: string };

export type ToolHandler<Row extends Tool> = (
  deps: AssistantDeps,
  caller: ToolPrincipal,
  input: ToolInput<Row>,
) => Promise<ToolResult<Row> | Question>;

// A handler for every row: a table that lacks one does not compile.
export type ToolHandlers = { readonly [Name in keyof typeof tools]: ToolHandler<(typeof tools)[Name]> };

export type HandlersOf<Table extends Readonly<Record<string, Tool>>> = {
  readonly [Name in keyof Table]: ToolHandler<Table[Name]>;
};
