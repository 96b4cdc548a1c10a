// What of a trace a request belongs to (W3C Trace Context): told by its caller, or begun here.

export type Trace = {
  readonly traceId: string;
  // Of this request, as what its statements belong to.
  readonly spanId: string;
  // The caller's, where it named one.
  readonly parentId: string | undefined;
  // By the clock that never jumps.
  readonly startedAt: number;
  // Whether spans are sent of it.
  readonly isSampled: boolean;
};

type Parent = { readonly traceId: string; readonly parentId: string; readonly isSampled: boolean };

// There where the operator has named a collector.
export type Tracer = {
  readonly samples: (traceId: string, parent: Parent | undefined) => boolean;
  // Statements of the work become spans of the trace.
  readonly follow: <Result>(trace: Trace, work: () => Result) => Result;
};

// Undefined for a request that names none where none are collected: most of them, and those pay two comparisons. A trace that
// begins here has the request's own id, so that whoever has that finds it.
export function beginTrace(
  traceparent: string | readonly string[] | undefined,
  requestId: string,
  tracer: Tracer | undefined,
): Trace | undefined {
  if (traceparent === undefined && tracer === undefined) return undefined;
  const parent = findParent(traceparent);
  if (parent === undefined && tracer === undefined) return undefined;
  const own = requestId.replaceAll('-', '');
  const traceId = parent?.traceId ?? own;
  return {
    traceId,
    spanId: own.slice(-SPAN_ID_DIGITS),
    parentId: parent?.parentId,
    startedAt: performance.now(),
    isSampled: tracer?.samples(traceId, parent) ?? false,
  };
}

const SPAN_ID_DIGITS = 16;
// Of version 00 exactly this; a later one may have more behind it, and ff is none.
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

// Whatever is malformed is as if it were not there.
function findParent(traceparent: string | readonly string[] | undefined): Parent | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, version, traceId, parentId, flags = '', rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || parentId === undefined || (version === '00' && rest !== undefined)) return undefined;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

// Told to whoever named a trace: which span here is theirs, and whether it is kept.
export const toTraceResponse = ({ traceId, spanId, isSampled }: Trace): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
