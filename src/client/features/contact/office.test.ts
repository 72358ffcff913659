import { expect, test } from 'vitest';
import { addressLines, phoneHref } from './office.ts';

test('omits empty lines and parts of an address', () => {
  const emptyContact = {
    company: '',
    street: '',
    city: '',
    state: '',
    zipCode: '',
    phone: '',
    email: '',
  };
  expect(addressLines(emptyContact)).toEqual([]);
  expect(
    addressLines({ ...emptyContact, company: 'Oak LLC', city: 'Austin', zipCode: '78704' }),
  ).toEqual(['Oak LLC', 'Austin, 78704']);
});

test.each([
  ['(555) 555-0112', 'tel:+15555550112'],
  ['+49 30 123', 'tel:+4930123'],
  ['911', 'tel:911'],
])('formats the link for %s as %s', (phone, href) => expect(phoneHref(phone)).toBe(href));
