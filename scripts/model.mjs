// npm run model -- --minutes 5 --seed 7: clients that do everything at once against a model of what should come of it, with
// crashes in between, for that long; then what was done, what was checked and what was lost.
import { timedRun } from './timed-run.mjs';

await timedRun({ name: 'model', doing: 'Running the model', graceMs: 300_000 });
