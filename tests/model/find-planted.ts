import type { Plant } from './planted.js';
import { runModel } from './run.js';
import { overHttp, type Exchange } from './stage.js';
import type { Target } from './target.js';

const SHAPE = { batchesMax: 12, hasNights: false, hasKills: false, quotaBytes: 30_000 };
const BUDGET = { seed: 11, scenariosMax: 200, msMax: 900_000, shrinksMax: 4 };

// What the model says of a service that has one fault.
export async function findPlanted(target: Target, plant: Plant): Promise<string> {
  const { failure } = await runModel(target, { ...SHAPE, ...BUDGET, exchange: through(plant) });
  return failure ?? 'nothing was found';
}

const through =
  (plant: Plant) =>
  ({ db }: Target): Exchange =>
  (sent) =>
    plant(
      sent,
      () => overHttp(sent),
      (text, ...values) => db().rows<Record<string, unknown>>({ text, values }),
    );
