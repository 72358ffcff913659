import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VerifiedBadge, verificationText } from './verified-badge.tsx';

const checkedAt = '2026-11-25T09:30:00.000Z';

test('describes the verification and its date', () => {
  expect(verificationText({ checkedAt, licenseNumber: '0123456', licenseState: 'TX' })).toBe(
    'License 0123456 (TX) checked on November 25, 2026',
  );
  expect(verificationText({ checkedAt, licenseNumber: null, licenseState: null })).toBe(
    'Checked on November 25, 2026',
  );
});

test('renders for verified agents only, with a tooltip and a text alternative', () => {
  expect(renderToStaticMarkup(<VerifiedBadge verification={null} />)).toBe('');
  const verification = { checkedAt, licenseNumber: '0123456', licenseState: 'TX' };
  const html = renderToStaticMarkup(<VerifiedBadge verification={verification} />);
  expect(html).toContain('title="License 0123456 (TX) checked on November 25, 2026"');
  expect(html).toContain(': License 0123456 (TX) checked on November 25, 2026</span>');
  expect(html).toContain('Verified</span>');
});
