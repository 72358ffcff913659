/** The common output of the file readers. */
import type { ResoRecord } from '../reso/reso-record.ts';

/** A row of a file. `position` is the number of its first line in CSV, or of its entry in JSON, from 1. */
export type SourceRow =
  | { position: number; record: ResoRecord }
  /** An unreadable row. `error` is the reason as a clause, such as `it is not an object`. */
  | { position: number; error: string };
