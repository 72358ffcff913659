/** The output of every file reader. */
import type { ResoRecord } from '../reso/reso-record.ts';

/** A row of a file. `position` is its first line in CSV (the header's is 1), its index from 0 in JSON. */
export type SourceRow =
  | { position: number; record: ResoRecord }
  /** A row that cannot be read, and why, as the end of a sentence. */
  | { position: number; fault: string };
