/** A tool that assistants call (docs/product/assistants.md, Tools). */

import { z } from 'zod';
import { parseOrThrow } from '../../http/error-answers/parse.ts';

/** The output of a tool: its result, and the same as text. */
export type ToolResult<Output> = { output: Output; text: string };

/** One tool, whatever it takes and gives. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** JSON Schemas of arguments and result. */
  inputJson: Record<string, unknown>;
  outputJson: Record<string, unknown>;
  /**
   * @param given arguments as texts, as a query has them
   * @throws AppError with a sentence for the assistant
   */
  run: (given: unknown) => Promise<ToolResult<Record<string, unknown>>>;
};

/**
 * Puts a tool together.
 *
 * @param tool.shown what the arguments look like to assistants
 * @param tool.input checks them, as texts, with the words of the API
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

/** Arguments as a query has them: numbers in digits, lists with commas; what is empty is absent. */
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
  // A list of mixed types stays as it is, and is refused.
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return value.join(',');
  return value;
}
