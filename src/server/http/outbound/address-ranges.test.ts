import { describe, expect, test } from 'vitest';
import { isAllowedAddress } from './address-ranges.ts';

const LOOPBACK_ADDRESSES = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'];
const RESERVED_ADDRESSES = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
];
const PUBLIC_ADDRESSES = [
  '8.8.8.8',
  '100.128.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
];

describe('isAllowedAddress', () => {
  test.each([...RESERVED_ADDRESSES, ...LOOPBACK_ADDRESSES])('%s is not public', (address) => {
    expect(isAllowedAddress(address, 'public')).toBe(false);
  });

  test.each(RESERVED_ADDRESSES)('%s is neither public nor on this machine', (address) => {
    expect(isAllowedAddress(address, 'loopback')).toBe(false);
  });

  test.each(LOOPBACK_ADDRESSES)('%s is on this machine', (address) => {
    expect(isAllowedAddress(address, 'loopback')).toBe(true);
  });

  test.each(PUBLIC_ADDRESSES)('%s is public', (address) => {
    expect(isAllowedAddress(address, 'public')).toBe(true);
  });

  test('a host name is never an allowed address', () => {
    expect(isAllowedAddress('localhost', 'any')).toBe(false);
  });
});
