import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

/** The maximum number of values in a JSON body. The longest list of IDs has 1,900 (`MAX_MERGED_FAVORITES`). */
const MAX_BODY_VALUES = 2_000;

/**
 * Parses JSON bodies. Bodies with too many values are rejected here because validating a value
 * takes much longer than parsing it. multipart.ts reads multipart forms. Other types are rejected
 * with 415, except on routes with their own parser.
 *
 * An empty body counts as no body because many clients send a JSON content type even without a
 * body.
 */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else
      void parseJson(request, body.toString(), (error, value: unknown) => {
        if (error === null && countValues(value, MAX_BODY_VALUES) > MAX_BODY_VALUES)
          done(new AppError('BAD_REQUEST', 'The request has too many values.'));
        else done(error, value);
      });
  });
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
