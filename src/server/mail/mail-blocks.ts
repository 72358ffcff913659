/**
 * The parts of an email, which `renderMail` converts to HTML and text. All parts contain plain text,
 * and markup in it is escaped.
 */

export type MailBlock =
  /** The heading; one per email. */
  | { kind: 'heading'; text: string }
  /** A paragraph; its line breaks are preserved. */
  | { kind: 'text'; text: string }
  /** Small print. */
  | { kind: 'note'; text: string }
  /** The main action. */
  | { kind: 'button'; label: string; url: string }
  /** A secondary link. */
  | { kind: 'link'; label: string; url: string }
  /** A user's text; its line breaks are preserved. */
  | { kind: 'quote'; text: string }
  /** Labeled facts, such as When and Where. */
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** The heading of a section in a long email. */
  | { kind: 'section'; text: string }
  /** A listing. */
  | {
      kind: 'home';
      /** The reason for including it, such as `New` or `Price cut from $620,000`. */
      reason: string | null;
      price: string;
      title: string;
      /** E.g. `3 beds | 2 baths | Austin, TX`. */
      line: string;
      url: string;
      /** An absolute URL; null if there is no picture. */
      imageUrl: string | null;
    };

/** The content of an email, independent of its format. */
export type MailContent = {
  subject: string;
  /** Shown after the subject in inboxes but not in the email itself. */
  preview: string;
  blocks: readonly MailBlock[];
  /** Why the recipient gets the email and how to unsubscribe, at the bottom. */
  footer?: readonly MailBlock[];
};
