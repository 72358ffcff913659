import { describe, expect, it } from 'vitest';
import type { Session, SessionUser } from '../../../session/session-store.ts';
import { buildMetaArgs, renderPage, textOf } from '../render-page.fixture.tsx';
import ForgotPasswordPage from './forgot-password.tsx';
import LoginPage, { meta as loginMeta } from './login.tsx';
import ProfilePage from './profile.tsx';
import RegisterPage from './register.tsx';
import ResetPasswordPage from './reset-password.tsx';

const user: SessionUser = {
  _id: '1',
  name: 'Ada King',
  email: 'ada@example.org',
  role: 'agent',
  avatar: null,
  phone: null,
  office: null,
  isVerified: false,
  verification: null,
  licenseNumber: null,
  licenseState: null,
  agentRequestedAt: null,
  officeRole: null,
};
const signedIn: Session = { status: 'signed-in', user };

/** Returns the attributes of every named field, by name. */
function fieldAttributesOf(html: string): Record<string, string> {
  const fields = html.matchAll(/<(?:input|select|textarea)\b([^>]*)\bname="(\w+)"([^>]*)>/g);
  return Object.fromEntries(
    [...fields].map(([, before, name, after]) => [name, before + (after ?? '')]),
  );
}

describe('/login', () => {
  const html = renderPage(<LoginPage />, { path: 'login', url: '/login' });

  it('shows the sign-in form and links', () => {
    const text = textOf(html);
    for (const expected of ['Email', 'Password', 'Forgot password?', 'Sign up', 'Sign in']) {
      expect(text).toContain(expected);
    }
    expect(html).toContain('href="/forgot-password"');
    expect(html).toContain('href="/register"');
  });

  it('labels fields for password managers, and never puts a password into a URL', () => {
    const fields = fieldAttributesOf(html);
    expect(fields['email']).toContain('autoComplete="username webauthn"');
    expect(fields['password']).toContain('type="password"');
    expect(fields['password']).toContain('autoComplete="current-password"');
    expect(html).toMatch(/<form [^>]*method="post"/);
  });

  it('cannot be submitted while the session loads and is excluded from search engines', () => {
    const loading = renderPage(<LoginPage />, {
      path: 'login',
      url: '/login',
      session: { status: 'loading' },
    });
    expect(loading).toMatch(/<button type="submit" disabled=""/);
    expect(html).not.toMatch(/<button type="submit" disabled=""/);
    expect(loginMeta(buildMetaArgs({ queries: [] }))).toContainEqual({
      name: 'robots',
      content: 'noindex',
    });
  });

  it('renders nothing for a signed-in user', () => {
    const options = { path: 'login', url: '/login', session: signedIn };
    expect(textOf(renderPage(<LoginPage />, options)).trim()).toBe('');
  });
});

describe('/register', () => {
  const html = renderPage(<RegisterPage />, { path: 'register', url: '/register' });

  it('shows the sign-up form', () => {
    const text = textOf(html);
    for (const expected of [
      'Full Name',
      'Email address',
      'Password',
      'Confirm Password',
      'I am a...',
      'User (Looking for property)',
      'Agent (Listing property)',
      'Create Account',
      'Sign in',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toContain('Admin');
  });

  it('marks both password fields as new for password managers', () => {
    const fields = fieldAttributesOf(html);
    expect(fields['password']).toContain('autoComplete="new-password"');
    expect(fields['confirmPassword']).toContain('autoComplete="new-password"');
  });
});

describe('password reset', () => {
  it('asks for the email address', () => {
    const text = textOf(
      renderPage(<ForgotPasswordPage />, { path: 'forgot-password', url: '/forgot-password' }),
    );
    expect(text).toContain('Forgot your password?');
    expect(text).toContain('Send link');
  });

  it('shows the password form for a link with a token, and an error for a link without one', () => {
    const open = (url: string) =>
      textOf(renderPage(<ResetPasswordPage />, { path: 'reset-password', url }));
    expect(open('/reset-password?token=abc')).toContain('Choose a new password');
    expect(open('/reset-password')).toContain('This link does not work');
  });
});

describe('/profile', () => {
  const open = (session: Session) =>
    renderPage(<ProfilePage />, { path: 'profile', url: '/profile', session });

  it('shows the profile and password forms', () => {
    const html = open(signedIn);
    const text = textOf(html);
    for (const expected of [
      'My Profile',
      'Profile Information',
      'Full Name',
      'Email Address',
      'Save Changes',
      'Change Password',
      'Current Password',
      'New Password',
      'Update Password',
    ]) {
      expect(text).toContain(expected);
    }
    expect(fieldAttributesOf(html)['currentPassword']).toContain('required=""');
    expect(fieldAttributesOf(html)['newPassword']).toContain('required=""');
    expect(fieldAttributesOf(html)['avatar']).toContain('accept="image/jpeg,');
  });

  it('shows only a spinner to visitors and while the session loads', () => {
    for (const status of ['loading', 'signed-out'] as const) {
      const text = textOf(open({ status }));
      expect(text).toContain('Loading...');
      expect(text).not.toContain('My Profile');
    }
  });
});
