// What the screen and the service tell each other.
export type ProgramItem = { readonly mediaId: string; readonly durationSeconds: number };
export type ProgramCampaign = {
  readonly lineageId: string;
  readonly name: string;
  readonly flight: { readonly start: string | null; readonly end: string | null };
  readonly items: readonly ProgramItem[];
};
export type ProgramMedia = {
  readonly id: string;
  readonly name: string;
  readonly type: 'image' | 'video' | 'web';
  readonly mimeType: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly url: string;
};
export type Program = {
  readonly version: string;
  readonly screen: {
    readonly id: string;
    readonly name: string;
    readonly orientation: string;
    readonly timeZone: string;
  };
  readonly merchant: { readonly name: string };
  readonly playsBatch: number;
  readonly campaigns: readonly ProgramCampaign[];
  readonly default: { readonly items: readonly ProgramItem[] } | null;
  readonly media: readonly ProgramMedia[];
};
export type FaultKind = 'cannot_play' | 'not_found' | 'wrong_bytes' | 'no_room' | 'framing_refused' | 'other';
export type Fault = { readonly mediaId: string | null; readonly kind: FaultKind; readonly codec?: string };
export type Beat = {
  readonly programVersion: string | null;
  readonly lineageId: string | null;
  readonly mediaId: string | null;
  readonly freeBytes: number | null;
  readonly storesFiles: boolean;
  readonly playerVersion: string;
  readonly width: number;
  readonly height: number;
  readonly faults: readonly Fault[];
};
export type PlayCount = {
  readonly day: string;
  readonly lineageId: string | null;
  readonly mediaId: string;
  readonly plays: number;
  readonly seconds: number;
};
export type PlayBatch = { readonly batch: number; readonly plays: readonly PlayCount[] };
