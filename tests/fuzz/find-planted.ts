import { startProxy } from './planted-proxy.js';
import type { Planted } from './planted.js';
import { runFuzz, type Report } from './run-fuzz.js';
import type { World } from './world.js';

const BUDGET = { seed: 7, requestsMax: 3_000, msMax: 900_000, faultsMax: 1, shrinksMax: 10 };

// What the fuzzer finds in a service with one fault in front of it.
export async function findPlanted(world: World, [, , target, plant, delayMs]: Planted): Promise<Report> {
  const part = target === 'storage' ? 'storage' : 'api';
  const proxy = await startProxy(world.ports[part], plant, delayMs);
  const ports = { ...world.ports, [part]: proxy.port };
  const report = await runFuzz(world, { ...BUDGET, targets: [target], ports });
  proxy.close();
  return report;
}
