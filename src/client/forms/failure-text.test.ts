import { describe, expect, it } from 'vitest';
import { errorFromResponse, networkError } from '../api/api-error.ts';
import { loginFailureText } from '../features/accounts/login-form.tsx';
import { failureText } from './failure-text.ts';

const refused = errorFromResponse(409, { message: 'Taken.', code: 'EMAIL_TAKEN' });
const wordless = errorFromResponse(502, undefined);

describe('failureText', () => {
  it('is the server’s message, else the fallback', () => {
    expect(failureText(refused, 'Registration failed')).toBe('Taken.');
    expect(failureText(wordless, 'Registration failed')).toBe('Registration failed');
  });

  it.each([
    [{ message: 'The mail server is full.' }, 'The mail server is full.'],
    [{ message: 'The mail server is full.', code: 7 }, 'The mail server is full.'],
    [{ message: ' ', code: 'EMAIL_TAKEN' }, 'Registration failed'],
    [{ message: null }, 'Registration failed'],
    [{ error: 'full' }, 'Registration failed'],
    ['full', 'Registration failed'],
  ])('shows the message of any body that has one: %o', (body, shown) => {
    expect(failureText(errorFromResponse(400, body), 'Registration failed')).toBe(shown);
  });

  it('explains a missing response', () => {
    expect(failureText(networkError(), 'Failed to update profile.')).toBe(
      'Failed to update profile. We can’t reach Doorstep. Check your connection and try again.',
    );
  });
});

describe('loginFailureText', () => {
  it('calls credentials invalid only if the server checked them', () => {
    expect(loginFailureText(wordless)).toBe('Invalid credentials');
    expect(loginFailureText(networkError())).toMatch(/^We can’t reach Doorstep/);
  });
});
