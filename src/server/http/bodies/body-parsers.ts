import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

/** The maximum number of values in a JSON body. The longest list of IDs has 1,900 (`MAX_MERGED_FAVORITES`). */
const MAX_BODY_VALUES = 2_000;

/**
 * The maximum number of commas and opening brackets in the text of a JSON body, which has at most two for each value.
 * Parsing 120,000 nested arrays takes 50 ms, and bodies of many requests can arrive at the same time.
 */
const MAX_BODY_SEPARATORS = 2 * MAX_BODY_VALUES;

/**
 * Parses JSON bodies. Bodies with too many values are rejected before they are parsed or validated.
 * multipart.ts reads multipart forms. Other types are rejected with 415, except on routes with their own
 * parser.
 *
 * An empty body counts as no body because many clients send a JSON content type even without a
 * body.
 */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (countSeparators(body.toString(), MAX_BODY_SEPARATORS) > MAX_BODY_SEPARATORS)
      done(tooManyValues());
    else
      void parseJson(request, body.toString(), (error, value: unknown) => {
        if (error === null && countValues(value, MAX_BODY_VALUES) > MAX_BODY_VALUES)
          done(tooManyValues());
        else done(error, value);
      });
  });
}

const tooManyValues = () => new AppError('BAD_REQUEST', 'The request has too many values.');

/** Counts the commas and opening brackets outside of strings in JSON text, and stops above a maximum. */
function countSeparators(text: string, max: number): number {
  let count = 0;
  let isInString = false;
  for (let index = 0; index < text.length && count <= max; index += 1) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (isInString && character === '\\') index += 1;
    else if (!isInString && (character === ',' || character === '[' || character === '{'))
      count += 1;
  }
  return count;
}

/** Counts the values in a JSON value, including nested ones, and stops above a maximum. */
function countValues(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const child of Object.values(value)) {
    count += countValues(child, max - count);
    if (count > max) break;
  }
  return count;
}
