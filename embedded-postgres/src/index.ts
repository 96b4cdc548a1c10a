export { hasCluster } from './create-cluster.js';
export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.js';
export { findPostmaster, STOP_MS_MAX } from './postmaster.js';
export { startPostgres, type EmbeddedOptions, type EmbeddedPostgres } from './start-postgres.js';
