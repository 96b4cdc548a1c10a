// What property tests draw is the same in every run: a failure is of the change that it comes with. `npm run tool -- fuzz` and
// `npm run tool -- model` draw anew, each from a seed that it prints.
import fc from 'fast-check';

fc.configureGlobal({ seed: 20_261_116 });
