/** A tool that assistants call (docs/product/assistants.md, Tools). */

import { z } from 'zod';
import { parseOrThrow } from '../../http/error-responses/parse.ts';

/** A tool's result, as data and as text. */
export type ToolResult<Output> = { output: Output; text: string };

/** A tool, without the types of its arguments and result. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** JSON Schemas of the arguments and the result. */
  inputJsonSchema: Record<string, unknown>;
  outputJsonSchema: Record<string, unknown>;
  /**
   * @param args the unvalidated arguments
   * @throws AppError with a message for the assistant
   */
  run: (args: unknown) => Promise<ToolResult<Record<string, unknown>>>;
};

/**
 * Defines a tool.
 *
 * @param tool.advertisedInput describes the arguments to assistants
 * @param tool.input validates them, as strings, with the API's messages
 */
export function defineTool<Input extends z.ZodType, Output extends z.ZodObject>(tool: {
  name: string;
  title: string;
  description: string;
  advertisedInput: z.ZodObject;
  input: Input;
  output: Output;
  run: (input: z.output<Input>) => Promise<ToolResult<z.input<Output>>>;
}): Tool {
  const { name, title, description, advertisedInput, input, output, run } = tool;
  return {
    name,
    title,
    description,
    inputJsonSchema: z.toJSONSchema(advertisedInput, { io: 'input' }),
    outputJsonSchema: z.toJSONSchema(output, { io: 'output' }),
    run: async (args) => run(parseOrThrow(input, toTexts(args))),
  };
}

/**
 * Converts arguments to query-string form: numbers and booleans become strings, strings are trimmed,
 * lists of strings are joined with commas, and nulls and empty strings are omitted.
 */
function toTexts(args: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args ?? {}).flatMap(([name, value]) => {
      const text = toText(value);
      return text === null || text === '' ? [] : [[name, text]];
    }),
  );
}

function toText(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Only lists of strings are joined; the schema rejects other lists.
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return value.join(',');
  return value;
}
