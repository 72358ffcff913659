import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';

export interface EntryListProps<T> {
  /** The label of one entry: 'Testimonial'. */
  noun: string;
  entries: readonly T[];
  max: number;
  newEntry: T;
  /** @param order each entry's old position; a new entry's position is past the last one */
  onChange: (entries: T[], order: number[]) => void;
  children: (entry: T, index: number, change: (changes: Partial<T>) => void) => ReactNode;
}

/** A settings list whose entries can be edited, moved, added, and removed. */
export function EntryList<T>({
  noun,
  entries,
  max,
  newEntry,
  onChange,
  children,
}: EntryListProps<T>) {
  const positions = entries.map((_entry, index) => index);
  const reorder = (order: number[]) =>
    onChange(
      order.flatMap((old) => entries[old] ?? []),
      order,
    );
  const swap = (index: number) =>
    reorder(positions.map((old) => (old === index ? index - 1 : old === index - 1 ? index : old)));
  return (
    <>
      {entries.length > 0 && (
        <ol className="grid gap-4">
          {entries.map((entry, index) => (
            // Entries have no IDs, and their order is edited.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="grid gap-4 rounded-md border border-line bg-surface p-4">
              {children(entry, index, (changes) =>
                onChange(
                  entries.map((other, position) =>
                    position === index ? Object.assign({}, other, changes) : other,
                  ),
                  positions,
                ),
              )}
              <div className="flex flex-wrap gap-1">
                <Button
                  variant="quiet"
                  size="sm"
                  disabled={index === 0}
                  aria-label={`Move up: ${noun} ${index + 1}`}
                  onClick={() => swap(index)}
                >
                  Move up
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  disabled={index === entries.length - 1}
                  aria-label={`Move down: ${noun} ${index + 1}`}
                  onClick={() => swap(index + 1)}
                >
                  Move down
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Remove: ${noun} ${index + 1}`}
                  onClick={() => reorder(positions.filter((old) => old !== index))}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          variant="secondary"
          size="sm"
          disabled={entries.length >= max}
          onClick={() => onChange([...entries, newEntry], [...positions, entries.length])}
        >
          Add {noun.toLowerCase()}
        </Button>
      </div>
    </>
  );
}
