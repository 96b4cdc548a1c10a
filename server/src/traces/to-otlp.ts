// Spans as OTLP has them in JSON (opentelemetry-proto, JSON mapping): ids as hexadecimal digits, nanoseconds and whole
// numbers as text, kinds and states as numbers.

export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: 'server' | 'client';
  // In milliseconds since 1970, with what a fast clock knows behind the point.
  readonly startMs: number;
  readonly endMs: number;
  readonly isFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
};

const KINDS = { server: 2, client: 3 } as const;
const FAILED = { code: 2 } as const;

export type Sender = { readonly service: string; readonly version: string };

export const toOtlp = ({ service, version }: Sender, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes({ 'service.name': service, 'service.version': version }) },
      scopeSpans: [{ scope: { name: 'vitrine', version }, spans: spans.map(toSpan) }],
    },
  ],
});

const toSpan = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: toNanoseconds(span.startMs),
  endTimeUnixNano: toNanoseconds(span.endMs),
  attributes: toAttributes(span.attributes),
  status: span.isFailed ? FAILED : {},
});

// To the microsecond: more of it a number of this size does not hold.
const toNanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`;

const toAttributes = (attributes: Span['attributes']) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }));
