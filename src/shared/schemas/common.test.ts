import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminRegisterFormSchema, registerFormSchema } from './auth.ts';
import { emailSchema, dateTimeSchema, textSchema, withAsciiDomain } from './common.ts';
import { contactFormSchema } from './contact-message.ts';
import { senderSchema } from './inquiry.ts';
import { acceptInvitationSchema } from './offices/invitation.ts';
import { tourBookingSchema, tourVisitorFormSchema } from './tours/tour.ts';
import { profileFormSchema } from './user.ts';

/** Every form with a person's name. */
const FORMS_WITH_NAMES = {
  registerFormSchema,
  adminRegisterFormSchema,
  acceptInvitationSchema,
  profileFormSchema,
  contactFormSchema,
  senderSchema,
  tourBookingSchema,
  tourVisitorFormSchema,
};

describe('a name', () => {
  it.each(Object.entries(FORMS_WITH_NAMES))('needs a visible character in %s', (_name, schema) => {
    const errorMessages = (name: string) =>
      (schema.safeParse({ name }).error?.issues ?? [])
        .filter(({ path }) => path[0] === 'name')
        .map(({ message }) => message);
    const tooShort = errorMessages('');
    expect(tooShort).toHaveLength(1);
    for (const name of [
      '\u0007\u0007',
      '\u200B\u200D\u2060',
      '\u3164\u3164',
      '\u2800\u2800',
      '\u0301\u0301',
    ]) {
      expect(errorMessages(name)).toEqual(tooShort);
    }
    for (const name of ['李明', 'Zoë\u0301', '\u200FAnn', '🏡🏡', '42', '…?']) {
      expect(errorMessages(name)).toEqual([]);
    }
  });
});

describe('text', () => {
  it.each(['\u202E', '\u2066', '\u200F', '\u061C'])(
    'is stripped of the bidirectional control character %j',
    (control) => {
      expect(textSchema('Too short.', 2).parse(` Ann${control} Lee${control}`)).toBe('Ann Lee');
      expect(textSchema('Too short.', 2).safeParse(`A${control}`).success).toBe(false);
    },
  );

  it('is stripped of marks that no language stacks on one letter', () => {
    const text = `Z${'\u0301'.repeat(5_000)}${'\u0316'.repeat(5_000)}oë`;
    expect(textSchema('Too short.', 2).parse(text)).toBe(`Z${'\u0301'.repeat(4)}oë`);
  });

  const error = (text: string) =>
    z.object({ title: textSchema('Too short.', 2) }).safeParse({ title: text }).error?.issues[0]
      ?.message;

  it.each(['\0', '\b', '\u000B', '\u001B', '\u007F', '\u0085', '\uD800', '\uFDD0', '\uFFFF'])(
    'cannot contain %j',
    (character) => {
      expect(error(`A${character}home`)).toBe('Title contains characters that cannot be stored.');
    },
  );

  it('can contain tabs, line breaks, emoji, and joiners', () => {
    expect(error('A\thome\r\nin नमस्\u200Dते \u{1F469}\u200D\u{1F680}\uFFFD')).toBeUndefined();
  });
});

describe('an email address', () => {
  const schema = emailSchema('Please enter a valid email address.');

  it.each([
    ['post@bücher.example', 'post@xn--bcher-kva.example'],
    [' ann@BÜCHER.example ', 'ann@xn--bcher-kva.example'],
    ['ann@例え.jp', 'ann@xn--r8jz45g.jp'],
    ['Ann@Example.org', 'Ann@Example.org'],
  ])('can have an internationalized domain: %s', (input, address) => {
    expect(schema.parse(input)).toBe(address);
  });

  it('is not converted if it is too long', () => {
    const address = `ann@${'ü'.repeat(255)}.example`;
    expect(withAsciiDomain(address)).toBe(address);
  });

  it.each([
    [
      'jörg@example.org',
      'This site cannot send email to an address with letters such as ü before the @.',
    ],
    ['post@bücher', 'Please enter a valid email address.'],
    ['post@bü cher.example', 'Please enter a valid email address.'],
    ['post@bücher.example/x', 'Please enter a valid email address.'],
    ['post@@bücher.example', 'Please enter a valid email address.'],
    ['post@.ü', 'Please enter a valid email address.'],
  ])('is rejected with a reason: %s', (input, message) => {
    expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('a time', () => {
  const isAccepted = (moment: unknown) =>
    dateTimeSchema('Choose a time.').safeParse(moment).success;

  it.each([
    '2026-03-01T09:30:00Z',
    '2026-03-01T09:30:00.123456+05:45',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ])('can be %s', (moment) => expect(isAccepted(moment)).toBe(true));

  it.each([
    ['a word', 'tomorrow'],
    ['without a zone', '2026-03-01T09:30:00'],
    ['on a nonexistent day', '2026-02-30T09:30:00Z'],
    ['after the year 9999', '9999-12-31T23:00:00-23:59'],
    ['before the year 1', '0001-01-01T00:00:00+00:01'],
    ['a number', 7],
  ])('cannot be %s', (_name, moment) => {
    const { error } = dateTimeSchema('Choose a time.').safeParse(moment);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Choose a time.']);
  });
});
