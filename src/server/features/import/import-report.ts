/** The report beside the imported file: which rows were refused and why, and what else is to be known. */

import { open } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../errors/start-error.ts';
import { createColumnCheck } from './missing-columns.ts';
import { REFUSALS, type Refusal } from './reso/reso-mapping.ts';

/** Something to be said about a row: why it is refused, or what of it was not taken. */
export type RowReport = {
  position: number;
  /** Its ListingKey where it has one. */
  key: string | null;
  /** Empty for a row that was taken. */
  refusals: Refusal[];
  notes: string[];
};

/** The outcome of a batch of rows. */
export type BatchFacts = {
  /** `line` or `entry`. */
  positionName: string;
  /** The header's names; null for a format whose entries have names of their own. */
  columns: ReadonlySet<string> | null;
};

/** Where an import says what became of its rows. */
export type ImportReport = {
  /** Rows in their order. */
  addRows: (rows: readonly RowReport[], batch: BatchFacts) => Promise<void>;
  /** Lines that are about no single row. */
  addLines: (lines: readonly string[]) => Promise<void>;
};

/** A report in a file. */
export type FileReport = ImportReport & {
  /** Where it is. */
  file: string;
  /** Writes the last lines and closes the file. */
  close: (lines: readonly string[]) => Promise<void>;
};

/**
 * Begins `<file>.report.txt`, beside the file or, where that folder cannot be written, in `fallbackFolder`.
 *
 * @throws StartError when neither can be written
 */
export async function openReport(
  file: string,
  options: { fallbackFolder: string; now: Date; isDryRun?: boolean },
): Promise<FileReport> {
  const name = `${path.basename(file)}.report.txt`;
  const places = [path.join(path.dirname(file), name), path.join(options.fallbackFolder, name)];
  for (const place of places) {
    const handle = await open(place, 'w').catch(() => null);
    if (!handle) continue;
    await handle.write(
      `${options.isDryRun === true ? 'Dry run of the import' : 'Import'} of ${path.basename(file)}, ${options.now.toISOString()}\n\nRows that were refused, dates that cannot be read, and values and pictures that were not taken:\n`,
    );
    let hasLines = false;
    let columnCheck: ReturnType<typeof createColumnCheck> | undefined;
    const addLines = async (lines: readonly string[]) => {
      if (lines.length === 0) return;
      hasLines = true;
      await handle.write(lines.map((line) => `${line}\n`).join(''));
    };
    return {
      file: place,
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
  throw new StartError(`The report cannot be written: ${places.join(' or ')}.`);
}

/** `No usable price (ListPrice is "0"); No usable city (City is empty)`. */
export function describeRefusals(refusals: readonly Refusal[]): string {
  return refusals
    .map(({ reason, detail }) =>
      detail === '' ? REFUSALS[reason] : `${REFUSALS[reason]} (${detail})`,
    )
    .join('; ');
}

/** Such as `line 36 (sac-0035): No usable address (UnparsedAddress is "#NA")`; a line for each note. */
function describeRow(
  positionName: string,
  { position, key, refusals, notes }: RowReport,
): string[] {
  const start = `${positionName} ${position}${key === null ? '' : ` (${key})`}`;
  const texts = [...(refusals.length === 0 ? [] : [describeRefusals(refusals)]), ...notes];
  return texts.map((text) => `${start}: ${text}`);
}
