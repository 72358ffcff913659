import { expect, it } from 'vitest';
import { mailtoHref } from './mailto.ts';

it('escapes special characters in an email link', () => {
  expect(mailtoHref('ada@example.com')).toBe('mailto:ada@example.com');
  expect(mailtoHref('a+b?c@example.com', 'Inquiry about 2 & 3, “Elm”')).toBe(
    'mailto:a%2Bb%3Fc@example.com?subject=Inquiry%20about%202%20%26%203%2C%20%E2%80%9CElm%E2%80%9D',
  );
});
