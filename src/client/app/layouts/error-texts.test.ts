import { describe, expect, it } from 'vitest';
import { ApiError, networkError } from '../../api/api-error.ts';
import { errorTexts } from './error-texts.ts';

const response = (status: number, data: unknown = null) => ({
  status,
  statusText: '',
  internal: false,
  data,
});
const createApiError = (status: number) =>
  new ApiError({ status, code: 'INTERNAL', message: 'x', fieldErrors: {} });

describe('errorTexts', () => {
  it('recognizes missing pages', () => {
    expect(errorTexts(response(404), 'Doorstep')).toMatchObject({ status: 404, canRetry: false });
    expect(errorTexts(createApiError(404), 'Doorstep')).toMatchObject({
      status: 404,
      canRetry: false,
    });
  });

  it('offers a retry for temporary errors', () => {
    expect(errorTexts(response(503), 'Doorstep')).toMatchObject({ status: 503, canRetry: true });
    expect(errorTexts(new Error('bug'), 'Doorstep')).toMatchObject({ status: 503, canRetry: true });
  });

  it('shows the server’s message for a client error', () => {
    expect(
      errorTexts(response(400, { message: 'Page 999 does not exist.' }), 'Doorstep'),
    ).toMatchObject({ text: 'Page 999 does not exist.', canRetry: false });
  });

  it('recognizes a lost connection', () => {
    expect(errorTexts(networkError(), 'Doorstep').title).toBe('You seem to be offline');
    const error = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
    expect(errorTexts(error, 'Doorstep').title).toBe('You seem to be offline');
  });

  it('never shows internal error messages', () => {
    expect(JSON.stringify(errorTexts(new Error('secret'), 'Doorstep'))).not.toContain('secret');
  });
});
