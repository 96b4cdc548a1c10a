import { testSigningProperties } from '../test/signing-properties.js';

testSigningProperties(500);
