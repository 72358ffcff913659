/** The common output of the file readers. */
import type { ResoRecord } from '../reso/reso-record.ts';

/** A row of a file. `position` is the number of its first line in CSV, or of its entry in JSON, from 1. */
export type SourceRow =
  | { position: number; record: ResoRecord }
  /** An unreadable row with the reason as a clause. */
  | { position: number; error: string };
