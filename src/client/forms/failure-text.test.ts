import { describe, expect, it } from 'vitest';
import { errorFromResponse, networkError } from '../api/api-error.ts';
import { loginFailureText } from '../features/accounts/login-form.tsx';
import { failureText } from './failure-text.ts';

const rejection = errorFromResponse(409, { message: 'Email already in use.', code: 'EMAIL_TAKEN' });
const withoutMessage = errorFromResponse(502, undefined);

describe('failureText', () => {
  it('returns the server’s message, or else the fallback', () => {
    expect(failureText(rejection, 'Registration failed')).toBe('Email already in use.');
    expect(failureText(withoutMessage, 'Registration failed')).toBe('Registration failed');
  });

  it.each([
    [{ message: 'The mail server is full.' }, 'The mail server is full.'],
    [{ message: 'The mail server is full.', code: 7 }, 'The mail server is full.'],
    [{ message: ' ', code: 'EMAIL_TAKEN' }, 'Registration failed'],
    [{ message: null }, 'Registration failed'],
    [{ error: 'full' }, 'Registration failed'],
    ['full', 'Registration failed'],
  ])('returns the message of a body that has one, or else the fallback: %o', (body, text) => {
    expect(failureText(errorFromResponse(400, body), 'Registration failed')).toBe(text);
  });

  it('explains a missing response', () => {
    expect(failureText(networkError(), 'Failed to update profile.')).toBe(
      'Failed to update profile. We can’t reach Doorstep. Check your connection and try again.',
    );
  });
});

describe('loginFailureText', () => {
  it('calls credentials invalid by default, but not without a response', () => {
    expect(loginFailureText(withoutMessage)).toBe('Invalid credentials');
    expect(loginFailureText(networkError())).toMatch(/^We can’t reach Doorstep/);
  });
});
