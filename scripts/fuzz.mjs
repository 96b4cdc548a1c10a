// npm run fuzz -- --minutes 5 --seed 7: odd requests to the APIs and the storage port of a service of its own, for that
// long; then a table of what was sent, what came back and what was wrong. --path begins at one request of a seed.
import { timedRun } from './timed-run.mjs';

await timedRun({ name: 'fuzz', doing: 'Fuzzing', graceMs: 120_000, texts: ['path'] });
