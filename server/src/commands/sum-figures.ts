import { AggregatorRegistry } from 'prom-client';

type Figure = { readonly type: unknown };
export type Figures = readonly Figure[];

// The figures of processes that come and go, as those of one. A counter never goes back: what one has counted that ended stays
// in the sum, and of one that is late its last answer counts. Prometheus would take all that is missing for a new beginning.
export function sumFigures<Process>() {
  const known = new Map<Process, Figures>();
  let ended: Figures = [];
  return {
    know: (process: Process, figures: Figures): void => void known.set(process, figures),
    end: (process: Process): void => {
      const counted = (known.get(process) ?? []).filter(({ type }) => type !== 'gauge');
      known.delete(process);
      ended = toArray(aggregate([ended, counted]));
    },
    metrics: (more: Figures): Promise<string> => aggregate([ended, more, ...known.values()]).metrics(),
  };
}

const aggregate = (all: readonly Figures[]) => AggregatorRegistry.aggregate([...all]);

// As a process answers; each knows how it is added up.
const toArray = (sum: ReturnType<typeof aggregate>): Figures => sum.getMetricsAsArray() as unknown as Figures;
