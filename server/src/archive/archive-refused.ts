import { Refusal } from '../errors.js';

// Why an archive was not taken or not written. An import's message begins with the path of the fault in the file.
export class ArchiveRefused extends Refusal {
  override readonly name = 'ArchiveRefused';
}
