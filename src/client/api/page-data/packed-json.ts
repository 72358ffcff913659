/**
 * JSON for a document's data: the names of fields stand in it once, not again for each record of a list. A list of 24
 * homes takes 5 kB instead of 20, and nothing has to be walked through but what `JSON` itself does.
 */

/** Stands for an array where an object has the number of its names. */
const LIST = -1;

/** Data of JSON as a short text without quotation marks, which a script in HTML would have to escape twice. */
export function pack(data: unknown): string {
  const shapes = new Map<string, number>();
  const shorten = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return [LIST, ...value.map(shorten)];
    const named: string[] = [];
    const parts: unknown[] = [];
    for (const [name, each] of Object.entries(value)) {
      if (each === undefined) continue;
      named.push(name);
      parts.push(shorten(each));
    }
    const names = JSON.stringify(named);
    const shape = shapes.get(names) ?? shapes.size;
    shapes.set(names, shape);
    return [shape, ...parts];
  };
  const short = shorten(data);
  const names: unknown[] = [...shapes.keys()].map((each) => JSON.parse(each));
  return swapQuotes(JSON.stringify([names, short]));
}

/** What was packed. */
export function unpack(text: string): unknown {
  // Of the form that `pack` gives it.
  const [shapes, short] = JSON.parse(swapQuotes(text)) as [string[][], unknown];
  const restore = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [shape, ...parts] = value as [number, ...unknown[]];
    const restored = parts.map(restore);
    return shape === LIST
      ? restored
      : Object.fromEntries((shapes[shape] ?? []).map((name, index) => [name, restored[index]]));
  };
  return restore(short);
}

/** Quotation marks for apostrophes and the other way round: done twice, it is undone. */
const swapQuotes = (text: string) =>
  // JSON has no such character as it is.
  text.replaceAll("'", '\0').replaceAll('"', "'").replaceAll('\0', '"');
