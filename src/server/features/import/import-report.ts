/** The report next to the imported file: which rows were refused and why, and other notes. */

import { open } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../errors/start-error.ts';
import { createColumnCheck } from './missing-columns.ts';
import { REFUSALS, type Refusal } from './reso/reso-mapping.ts';

/** A row's report: why it was refused, or which of its values were not imported. */
export type RowReport = {
  position: number;
  /** Its ListingKey, if it has one. */
  key: string | null;
  /** Empty for an imported row. */
  refusals: Refusal[];
  notes: string[];
};

/** The format of a batch of rows. */
export type BatchFacts = {
  /** The report's word for a row's position: `line` or `entry`. */
  positionName: string;
  /** The column names in the header; null for a format whose entries name their own fields. */
  columns: ReadonlySet<string> | null;
};

/** Receives the outcome of an import's rows. */
export type ImportReport = {
  /** Adds rows, in order. */
  addRows: (rows: readonly RowReport[], batch: BatchFacts) => Promise<void>;
  /** Adds lines that are not about a single row. */
  addLines: (lines: readonly string[]) => Promise<void>;
};

/** A report written to a file. */
export type FileReport = ImportReport & {
  /** The report's path. */
  file: string;
  /** Writes the last lines and closes the file. */
  close: (lines: readonly string[]) => Promise<void>;
};

/**
 * Creates `<file>.report.txt` next to the file, or in `fallbackFolder` if that folder is not writable.
 *
 * @throws StartError if neither folder is writable
 */
export async function openReport(
  file: string,
  options: { fallbackFolder: string; now: Date; isDryRun?: boolean },
): Promise<FileReport> {
  const name = `${path.basename(file)}.report.txt`;
  const paths = [path.join(path.dirname(file), name), path.join(options.fallbackFolder, name)];
  for (const filePath of paths) {
    const handle = await open(filePath, 'w').catch(() => null);
    if (!handle) continue;
    await handle.write(
      `${options.isDryRun === true ? 'Dry run of the import' : 'Import'} of ${path.basename(file)}, ${options.now.toISOString()}\n\nRefused rows, unreadable dates, and values and pictures that were not imported:\n`,
    );
    let hasLines = false;
    let columnCheck: ReturnType<typeof createColumnCheck> | undefined;
    const addLines = async (lines: readonly string[]) => {
      if (lines.length === 0) return;
      hasLines = true;
      await handle.write(lines.map((line) => `${line}\n`).join(''));
    };
    return {
      file: filePath,
      addLines,
      addRows: async (rows, { positionName, columns }) => {
        columnCheck ??= createColumnCheck(columns);
        const { describe, ownRefusals } = columnCheck;
        await addLines([
          ...describe(rows),
          ...rows.flatMap((row) =>
            describeRow(positionName, { ...row, refusals: ownRefusals(row) }),
          ),
        ]);
      },
      close: async (lines) => {
        await handle.write(`${hasLines ? '' : 'none\n'}\n${lines.join('\n')}\n`);
        await handle.close();
      },
    };
  }
  throw new StartError(`Cannot write the report to ${paths.join(' or ')}.`);
}

/** Returns text such as `Missing or invalid price (ListPrice is "0"); Missing or invalid city (City is empty)`. */
export function describeRefusals(refusals: readonly Refusal[]): string {
  return refusals
    .map(({ reason, detail }) =>
      detail === '' ? REFUSALS[reason] : `${REFUSALS[reason]} (${detail})`,
    )
    .join('; ');
}

/** Returns lines such as `line 36 (sac-0035): Missing or invalid address (UnparsedAddress is "#NA")`; one per note. */
function describeRow(
  positionName: string,
  { position, key, refusals, notes }: RowReport,
): string[] {
  const start = `${positionName} ${position}${key === null ? '' : ` (${key})`}`;
  const texts = [...(refusals.length === 0 ? [] : [describeRefusals(refusals)]), ...notes];
  return texts.map((text) => `${start}: ${text}`);
}
