import type { Metadata } from '../metadata.js';
import { readMetadata, type MetadataSource } from '../read-metadata.js';

const PATIENCE_MS = 300_000;

// For tests of what is read, on machines however busy.
export const readPatiently = (source: MetadataSource): Promise<Metadata> => readMetadata(source, PATIENCE_MS);
