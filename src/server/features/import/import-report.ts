/** Reports rejected rows and other notes in a text file next to the imported file. */

import { open } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../errors/start-error.ts';
import { createColumnCheck } from './missing-columns.ts';
import { REJECTION_MESSAGES, type Rejection } from './reso/reso-mapping.ts';

/** The problems of a row: reasons for rejecting it, or notes about parts that were not imported. */
export type RowReport = {
  position: number;
  /** The row's listing key, read or derived; null for a rejected row without a key. */
  key: string | null;
  /** Empty for an accepted row. */
  rejections: Rejection[];
  notes: string[];
};

/** The source format of a batch of rows. */
export type BatchFormat = {
  /** The report's word for a row's position: `line` or `entry`. */
  positionName: string;
  /** The column names in the header; null for formats without a header, such as JSON. */
  columns: ReadonlySet<string> | null;
};

/** Receives the problems of an import's rows. */
export type ImportReport = {
  /** Adds rows in file order. */
  addRows: (rows: readonly RowReport[], batch: BatchFormat) => Promise<void>;
  /** Adds lines about the whole file. */
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
      `${options.isDryRun === true ? 'Dry run of the import' : 'Import'} of ${path.basename(file)}, ${options.now.toISOString()}\n\nRejected rows, unreadable dates, and values and pictures that were not imported:\n`,
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
        const { describe, withoutMissingColumns } = columnCheck;
        await addLines([
          ...describe(rows),
          ...rows.flatMap((row) =>
            describeRow(positionName, { ...row, rejections: withoutMissingColumns(row) }),
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
export function describeRejections(rejections: readonly Rejection[]): string {
  return rejections
    .map(({ reason, detail }) =>
      detail === '' ? REJECTION_MESSAGES[reason] : `${REJECTION_MESSAGES[reason]} (${detail})`,
    )
    .join('; ');
}

/**
 * Returns one line for all rejections and one for each note, such as
 * `line 36 (sac-0035): Missing or invalid address (UnparsedAddress is "#NA")`.
 */
function describeRow(
  positionName: string,
  { position, key, rejections, notes }: RowReport,
): string[] {
  const start = `${positionName} ${position}${key === null ? '' : ` (${key})`}`;
  const texts = [...(rejections.length === 0 ? [] : [describeRejections(rejections)]), ...notes];
  return texts.map((text) => `${start}: ${text}`);
}
