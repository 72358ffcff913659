/**
 * Lists every kind of email with its limits and whose text it can contain (docs/product/mail.md, Kinds). An email of an
 * unlisted kind cannot be queued, and a kind without a handler does not compile.
 */

/** Whose text an email contains. `site` means only text by the site and its operator. */
export type MailAuthor = 'site' | 'visitor' | 'agent' | 'admin';

type MailRules = {
  /** The person or event that triggers it. */
  trigger: string;
  to: string;
  authors: readonly MailAuthor[];
  /**
   * Whether it is sent even to recipients who stopped all emails. It has a separate allowance for
   * an unproven address, which questions sent with a victim's address cannot use up.
   */
  isSecurity?: true;
  /** Whether it has a separate allowance for an account's unproven address. */
  hasAccountAllowance?: true;
  /** Whether it has a separate queue so that other emails cannot delay it. */
  isUrgent?: true;
  /** Whether many recipients can get it at once, so that it must not delay other emails. */
  isBulk?: true;
  /** Whether an address without an account is proven by confirming an alert, rather than in a conversation. */
  isConfirmedAlert?: true;
  /** Daily limit per address, proven or not. */
  maxPerDay?: number;
};

export const MAIL_KINDS = {
  'accounts.changed-mail': {
    trigger: 'the user who changes the email address, the password, or another way to sign in',
    to: 'the account, or its former address',
    authors: ['site'],
    isSecurity: true,
    isUrgent: true,
  },
  'accounts.factor-removed-mail': {
    trigger: 'an admin who removes the second factor',
    to: 'the account',
    authors: ['site'],
    isSecurity: true,
    isUrgent: true,
  },
  'accounts.reset-mail': {
    trigger: 'anyone who enters the address',
    to: 'the account',
    authors: ['site'],
    isSecurity: true,
    isUrgent: true,
  },
  'accounts.sign-in-mail': {
    trigger: 'a sign-in from a device that is new to the account',
    to: 'the account',
    authors: ['site'],
    isSecurity: true,
    isUrgent: true,
  },
  'accounts.invitation-mail': {
    trigger: 'an admin or an office manager who invites the address',
    to: 'the address entered',
    authors: ['agent'],
    maxPerDay: 3,
  },
  'contact.mail': {
    trigger: 'anyone who uses the contact form',
    to: 'CONTACT_EMAIL',
    authors: ['visitor'],
  },
  'inquiries.question-mail': {
    trigger: "a visitor's question or reply",
    to: 'the listing agent',
    authors: ['visitor'],
  },
  'inquiries.opened-mail': {
    trigger: 'a question from a visitor without an account',
    to: 'the address entered',
    authors: ['agent'],
    maxPerDay: 3,
  },
  'inquiries.answer-mail': {
    trigger: 'an agent who replies',
    to: 'the sender of the question',
    authors: ['agent'],
  },
  'reviews.decision-mail': {
    trigger: 'an admin who approves a listing or sends it back',
    to: 'the listing agent',
    authors: ['admin'],
  },
  'reviews.waiting-mail': {
    trigger: 'an agent whose listing enters review',
    to: 'admins',
    authors: ['site'],
  },
  'users.agent-request-mail': {
    trigger: 'an admin who approves or declines a request to become an agent',
    to: 'the applicant',
    authors: ['admin'],
  },
  'listings.expiry-mail': {
    trigger: 'a schedule',
    to: 'the listing agent',
    authors: ['agent'],
    maxPerDay: 20,
  },
  'reports.hidden-mail': {
    trigger: 'an admin who hides a listing',
    to: 'the listing agent',
    authors: ['admin'],
  },
  'saved-searches.confirm-mail': {
    trigger: 'anyone requesting alerts at the address',
    to: 'the account, or the address entered',
    authors: ['site'],
    isUrgent: true,
    hasAccountAllowance: true,
    maxPerDay: 3,
  },
  'saved-searches.alert-mail': {
    trigger: 'a change to a listing',
    to: 'an address that confirmed its alerts',
    authors: ['agent'],
    isConfirmedAlert: true,
    isBulk: true,
  },
  'tours.mail': {
    trigger: 'a visitor or an agent who books or changes a tour, or a schedule',
    to: 'the visitor and the agent',
    authors: ['visitor', 'agent'],
  },
} as const satisfies Record<string, MailRules>;

export type MailKind = keyof typeof MAIL_KINDS;
/** Whose text an email of a kind can contain. */
export type AuthorOf<K extends MailKind> = (typeof MAIL_KINDS)[K]['authors'][number];

/** Returns the rules of a kind. */
export const rulesOf = (kind: MailKind): MailRules => MAIL_KINDS[kind];

/** Returns whether emails of a kind use the separate queue. */
export const isUrgentMail = (name: string): boolean =>
  name in MAIL_KINDS && rulesOf(name as MailKind).isUrgent === true;
