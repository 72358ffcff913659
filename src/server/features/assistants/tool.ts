/** A tool that assistants call (docs/product/assistants.md, Tools). */

import { z } from 'zod';
import { parseOrThrow } from '../../http/error-responses/parse.ts';

/** A tool's result, as data and as text. */
export type ToolResult<Output> = { output: Output; text: string };

/** A tool, independent of its types of arguments and results. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** JSON Schemas of the arguments and the result. */
  inputJson: Record<string, unknown>;
  outputJson: Record<string, unknown>;
  /**
   * @param given the arguments, not validated
   * @throws AppError with a message for the assistant
   */
  run: (given: unknown) => Promise<ToolResult<Record<string, unknown>>>;
};

/**
 * Defines a tool.
 *
 * @param tool.shown the arguments as described to assistants
 * @param tool.input validates them, as strings, with the API's messages
 */
export function defineTool<Input extends z.ZodType, Output extends z.ZodObject>(tool: {
  name: string;
  title: string;
  description: string;
  shown: z.ZodObject;
  input: Input;
  output: Output;
  run: (input: z.output<Input>) => Promise<ToolResult<z.input<Output>>>;
}): Tool {
  const { name, title, description, shown, input, output, run } = tool;
  return {
    name,
    title,
    description,
    inputJson: z.toJSONSchema(shown, { io: 'input' }),
    outputJson: z.toJSONSchema(output, { io: 'output' }),
    run: async (given) => run(parseOrThrow(input, toTexts(given))),
  };
}

/**
 * Converts arguments to strings as in a query: numbers in digits, lists with commas, none empty.
 */
function toTexts(given: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, value]) => {
      const text = toText(value);
      return text === null || text === '' ? [] : [[name, text]];
    }),
  );
}

function toText(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Lists of other types are left for the schema to reject.
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return value.join(',');
  return value;
}
