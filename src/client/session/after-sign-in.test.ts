import { describe, expect, it } from 'vitest';
import type { SessionUser } from './session-store.ts';
import { pathAfterSignIn, returnPath } from './after-sign-in.ts';

const userWithRole = (role: SessionUser['role']): SessionUser => ({
  _id: '1',
  name: 'Ada King',
  email: 'ada@example.org',
  role,
  avatar: null,
  phone: null,
  office: null,
  isVerified: false,
  verification: null,
  licenseNumber: null,
  licenseState: null,
  agentRequestedAt: null,
  officeRole: null,
});

describe('the page after sign-in', () => {
  it('is the home page if no guard redirected the user', () => {
    expect(pathAfterSignIn(null, userWithRole('agent'))).toBe('/');
    expect(pathAfterSignIn({ from: '/profile' }, userWithRole('agent'))).toBe('/');
  });

  it('is the requested page if the role can open it, and the home page otherwise', () => {
    const allowed: [string, SessionUser['role']][] = [
      ['/profile', 'user'],
      ['/dashboard/my-listings?page=2', 'agent'],
      ['/dashboard', 'admin'],
      ['/dashboard/messages', 'admin'],
    ];
    for (const [path, role] of allowed) {
      expect(pathAfterSignIn({ returnTo: path }, userWithRole(role))).toBe(path);
    }
    const deniedPaths: [string, SessionUser['role']][] = [
      ['/dashboard', 'user'],
      ['/dashboard/', 'user'],
      ['/dashboard?x=/', 'user'],
      ['/dashboard/manage-users', 'agent'],
      ['/dashboard/messages/?page=2', 'agent'],
    ];
    for (const [path, role] of deniedPaths) {
      expect(pathAfterSignIn({ returnTo: path }, userWithRole(role))).toBe('/');
    }
  });

  it('is never on another site', () => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a\\b',
      '/\t/evil.example',
      'javascript:alert(1)',
      7,
    ]) {
      expect(returnPath({ returnTo: path })).toBeUndefined();
    }
  });
});
