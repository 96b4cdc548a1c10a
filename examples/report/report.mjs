// What screens play now and for how long, as CSV on standard output.
//   VITRINE_URL=… VITRINE_TOKEN=… node report.mjs > report.csv
import { Client } from '@vitrine/client';

const client = new Client({
  baseUrl: process.env.VITRINE_URL ?? 'http://127.0.0.1:8080',
  token: process.env.VITRINE_TOKEN ?? '',
});

const names = new Map();

print(['campaign', 'screens', 'position', 'media', 'name', 'type', 'seconds', 'share']);
for await (const { lineageId, status } of client.campaigns.list({ limit: 200 })) {
  if (status !== 'running') continue;
  const campaign = await client.campaigns.get(lineageId);
  if (campaign.content === null) continue;
  const { landscape, portrait } = campaign.content;
  await printContent(campaign.name, portrait === null ? 'all' : 'landscape', landscape.items);
  if (portrait !== null) await printContent(campaign.name, 'portrait', portrait.items);
}

async function printContent(campaign, screens, items) {
  const total = items.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  for (const [at, { mediaId, type, durationSeconds }] of items.entries()) {
    const share = total === 0 ? 0 : (100 * durationSeconds) / total;
    print([campaign, screens, at + 1, mediaId, await nameOf(mediaId), type, durationSeconds, `${share.toFixed(1)} %`]);
  }
}

// Each item is asked for once, however many campaigns play it: 120 reads a minute are soon used up.
async function nameOf(mediaId) {
  if (!names.has(mediaId)) names.set(mediaId, (await client.media.get(mediaId)).name);
  return names.get(mediaId);
}

function print(cells) {
  console.log(cells.map(toCell).join(','));
}

// A name may begin with =, +, - or @, which a spreadsheet would take for a formula.
function toCell(value) {
  const text = typeof value === 'string' ? value.replace(/^[=+\-@\t\r]/, "'$&") : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
