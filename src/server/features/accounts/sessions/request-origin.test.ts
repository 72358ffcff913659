import { expect, test } from 'vitest';
import { maskIp, describeDevice } from './request-origin.ts';

const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each([
  [WINDOWS_CHROME, 'Chrome on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['', 'Unknown device'],
  ['curl/8.0', 'Unknown device'],
  ['Visit evil.example/1.0 now', 'Unknown device'],
  ['x'.repeat(10_000), 'Unknown device'],
])('describes the device for user agent "%s"', (userAgent, device) =>
  expect(describeDevice(userAgent)).toBe(device),
);

test.each([
  ['203.0.113.7', '203.0.113.*'],
  ['::ffff:203.0.113.7', '203.0.113.*'],
  ['203.0.113.7:4000', '203.0.113.*'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1:*'],
  ['2001:db8::1', '2001:db8:0:0:*'],
  ['[2001:db8::1]:4000', '2001:db8:0:0:*'],
])('masks the host part of %s', (ip, masked) => expect(maskIp(ip)).toBe(masked));
