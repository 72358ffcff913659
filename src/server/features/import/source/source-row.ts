/** The output of all file readers. */
import type { ResoRecord } from '../reso/reso-record.ts';

/** A row of a file. `position` is its first line in CSV (1 is the header), or its index in JSON. */
export type SourceRow =
  | { position: number; record: ResoRecord }
  /** An unreadable row, and the reason as a clause. */
  | { position: number; fault: string };
