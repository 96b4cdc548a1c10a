import type { Command } from 'commander';
import { requireFound } from '../errors.js';
import { parseMerchantId, type MerchantId } from '../ids.js';
import { resumeMerchant, setPlan, suspendMerchant } from '../merchants/change-merchant.js';
import { createMerchant, USUAL_PLAN } from '../merchants/create-merchant.js';
import { selectMerchant, selectMerchants, type MerchantRow, type Plan } from '../merchants/queries.js';
import { command, commandGroup, withNewTables, withParts, type Parts } from './command.js';
import { ANY, NEVER, parseBytes, parseCountOrAny, parseEnd, parseName, parseYesNo } from './options.js';
import { printRow, printRows, type Row } from './print.js';

type Json = { json?: boolean };

export const merchantCommands = (): Command =>
  commandGroup('merchant', 'merchants of this installation', [
    create(),
    list(),
    show(),
    suspend(),
    resume(),
    changePlan(),
  ]);

const create = (): Command =>
  command('create', 'add a merchant')
    .requiredOption('--name <name>', 'name of the merchant')
    .option('--time-zone <zone>', 'IANA time zone that flights are read in', 'UTC')
    .option('--plan <name>', 'name of the plan', parseName, USUAL_PLAN.plan)
    .option('--quota <size>', 'storage of the plan, such as 10GB', parseBytes, USUAL_PLAN.quotaBytes)
    .action((options: Json & { name: string; timeZone: string; plan: string; quota: number }) =>
      withNewTables(async (parts) => {
        const id = await createMerchant(parts, { ...options, quotaBytes: options.quota });
        await printMerchant(parts, id, options);
      }),
    );

const list = (): Command =>
  command('list', 'all merchants').action((options: Json) =>
    withParts(async ({ db }) => {
      const rows = (await selectMerchants(db)).map((row) => ({
        id: row.id,
        name: row.name,
        plan: row.plan_name,
        suspended: row.suspended,
        usedBytes: row.used_bytes,
        quotaBytes: row.storage_quota_bytes,
      }));
      printRows(rows, options, 'No merchants yet. To add one, run this program with: merchant create --name NAME');
    }),
  );

const show = (): Command =>
  command('show', 'one merchant')
    .argument('<id>', 'the merchant')
    .action((id: string, options: Json) => withParts((parts) => printMerchant(parts, parseMerchantId(id), options)));

const suspend = (): Command =>
  command('suspend', 'refuse every token of a merchant, until it is resumed')
    .argument('<id>', 'the merchant')
    .action((id: string, options: Json) => change(id, options, suspendMerchant));

const resume = (): Command =>
  command('resume', 'end a suspension')
    .argument('<id>', 'the merchant')
    .action((id: string, options: Json) => change(id, options, resumeMerchant));

type PlanOptions = Json & {
  name?: string;
  endsAt?: string;
  allowsWrites?: boolean;
  quota?: number;
  screens?: number | typeof ANY;
};

const changePlan = (): Command =>
  command('set-plan', "change a merchant's plan; what is left out stays")
    .argument('<id>', 'the merchant')
    .option('--name <name>', 'name of the plan', parseName)
    .option('--ends-at <moment>', 'when it ends: a UTC moment, a day, or never', parseEnd)
    .option('--allows-writes <yes|no>', 'whether integrations may write', parseYesNo)
    .option('--quota <size>', 'storage, such as 10GB', parseBytes)
    .option('--screens <count>', 'how many screens there may be, or any', parseCountOrAny)
    .action((id: string, options: PlanOptions, self: Command) => {
      const plan = toPlan(options);
      if (Object.keys(plan).length === 0)
        self.error('error: say what to change: --name, --ends-at, --allows-writes, --quota or --screens');
      return change(id, options, (parts, merchant) => setPlan(parts, merchant, plan));
    });

function toPlan({ name, endsAt, allowsWrites, quota, screens }: PlanOptions): Partial<Plan> {
  const plan: Partial<Plan> = {};
  if (name !== undefined) plan.plan_name = name;
  if (endsAt !== undefined) plan.plan_ends_at = endsAt === NEVER ? null : endsAt;
  if (allowsWrites !== undefined) plan.plan_allows_writes = allowsWrites;
  if (quota !== undefined) plan.storage_quota_bytes = quota;
  if (screens !== undefined) plan.screens_max = screens === ANY ? null : screens;
  return plan;
}

function change(id: string, options: Json, work: (parts: Parts, merchant: MerchantId) => Promise<void>): Promise<void> {
  return withParts(async (parts) => {
    const merchantId = parseMerchantId(id);
    await work(parts, merchantId);
    await printMerchant(parts, merchantId, options);
  });
}

async function printMerchant({ db }: Parts, id: MerchantId, options: Json): Promise<void> {
  const row = requireFound(await selectMerchant(db, id), 'merchant');
  printRow(toRow(row), options);
}

const toRow = (row: MerchantRow): Row => ({
  id: row.id,
  name: row.name,
  timeZone: row.time_zone,
  suspended: row.suspended,
  plan: row.plan_name,
  planEndsAt: row.plan_ends_at,
  planAllowsWrites: row.plan_allows_writes,
  storageQuotaBytes: row.storage_quota_bytes,
  storageUsedBytes: row.used_bytes,
  screensMax: row.screens_max,
  storageReservedBytes: row.reserved_bytes,
  defaultItemSeconds: row.default_item_seconds,
  screenCodecs: row.screen_codecs,
  screenMaxWidth: row.screen_max_width,
  screenMaxHeight: row.screen_max_height,
  createdAt: row.created_at,
});
