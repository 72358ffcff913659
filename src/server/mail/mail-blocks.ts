/**
 * The parts of an email; `renderMail` converts them to HTML and text. All text is plain: markup is
 * escaped.
 */

export type MailBlock =
  /** The heading; one per email. */
  | { kind: 'heading'; text: string }
  /** A paragraph, with its line breaks. */
  | { kind: 'text'; text: string }
  /** Small print. */
  | { kind: 'note'; text: string }
  /** The main action. */
  | { kind: 'button'; label: string; url: string }
  /** A secondary link. */
  | { kind: 'link'; label: string; url: string }
  /** A user's text, with its line breaks. */
  | { kind: 'quote'; text: string }
  /** Labeled facts, such as When and Where. */
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** The heading of a section in a long email. */
  | { kind: 'section'; text: string }
  /** A listing. */
  | {
      kind: 'home';
      /** Why it is included, such as `New` or `Price cut from $620,000`. */
      reason: string | null;
      price: string;
      title: string;
      /** E.g. `3 beds · 2 baths · Austin, TX`. */
      line: string;
      url: string;
      /** Absolute; null without a picture. */
      imageUrl: string | null;
    };

/** An email as its author writes it. */
export type MailContent = {
  subject: string;
  /** Shown after the subject in inboxes, but not in the email itself. */
  preview: string;
  blocks: readonly MailBlock[];
  /** Why the recipient gets the email and how to unsubscribe, at the bottom. */
  footer?: readonly MailBlock[];
};
