/** The common output of the file readers. */
import type { ResoRecord } from '../reso/reso-record.ts';

/** A row of a file. `position` is the first line in CSV (the header is line 1) or the entry in JSON. */
export type SourceRow =
  | { position: number; record: ResoRecord }
  /** An unreadable row with the reason as a clause. */
  | { position: number; error: string };
