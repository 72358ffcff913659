import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

/**
 * The maximum number of values in a JSON body. The longest list of IDs has 1,900 (`MAX_MERGED_FAVORITES`).
 * Parsing 120,000 nested arrays takes 50 ms, and many bodies can arrive at the same time.
 */
const MAX_BODY_VALUES = 2_000;

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
    const text = body.toString();
    if (text === '') done(null, undefined);
    else if (countValues(text, MAX_BODY_VALUES) > MAX_BODY_VALUES)
      done(new AppError('BAD_REQUEST', 'The request has too many values.'));
    else void parseJson(request, text, done);
  });
}

/**
 * Counts the values in JSON text, including nested ones, and stops above a maximum. In arrays and objects, a value
 * follows each comma and, unless they are empty, the opening bracket.
 */
function countValues(text: string, max: number): number {
  let count = 1;
  let isInString = false;
  let isAfterBracket = false;
  for (let index = 0; index < text.length && count <= max; index += 1) {
    const character = text.charAt(index);
    if (isInString) {
      if (character === '\\') index += 1;
      else isInString = character !== '"';
    } else if (!WHITESPACE.has(character)) {
      const isFirstValue = isAfterBracket && character !== ']' && character !== '}';
      if (character === ',' || isFirstValue) count += 1;
      isAfterBracket = character === '[' || character === '{';
      isInString = character === '"';
    }
  }
  return count;
}

/** Whitespace in JSON (RFC 8259, 2). */
const WHITESPACE: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n']);
