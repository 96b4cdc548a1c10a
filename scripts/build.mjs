// npm run build: compiles the packages and bundles the console.
import { build, requireNode } from './prepare.mjs';

requireNode();
build();
