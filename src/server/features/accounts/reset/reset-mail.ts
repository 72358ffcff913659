import type { Mail } from '../../../mail/mailer.ts';
import { RESET_LIFETIME_MS } from './reset-repository.ts';

/**
 * The mail with the link. It holds nothing that somebody could have chosen who signed up with another person's
 * address, not even a name.
 */
export function resetMail(to: string, publicUrl: string, token: string): Mail {
  return {
    to,
    subject: 'Choose a new password for Doorstep',
    text: [
      'Somebody, probably you, asked for a new password for the account with this e-mail address.',
      'Open this link to choose one:',
      '',
      `${publicUrl}/reset-password?token=${token}`,
      '',
      `The link works once and for ${RESET_LIFETIME_MS / 60_000} minutes.`,
      'If you did not ask for it, you need do nothing: your password stays as it is.',
      '',
    ].join('\n'),
  };
}
