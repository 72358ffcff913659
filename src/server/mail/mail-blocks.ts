/**
 * The parts of an email; `renderMail` converts them to HTML and text. All texts are plain: markup in them is
 * escaped.
 */

export type MailBlock =
  /** The first thing one reads; one in each mail. */
  | { kind: 'heading'; text: string }
  /** A paragraph; line ends stay. */
  | { kind: 'text'; text: string }
  /** Small print. */
  | { kind: 'note'; text: string }
  /** The one thing to do. */
  | { kind: 'button'; label: string; url: string }
  /** Something to open beside the button. */
  | { kind: 'link'; label: string; url: string }
  /** A user's text; line breaks stay. */
  | { kind: 'quote'; text: string }
  /** Facts by name, such as When and Where. */
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** Begins a part of a long mail. */
  | { kind: 'section'; text: string }
  /** A listing. */
  | {
      kind: 'home';
      /** Why it is here, such as `New` or `Price cut from $620,000`. */
      reason: string | null;
      price: string;
      title: string;
      /** E.g. `3 beds · 2 baths · Austin, TX`. */
      line: string;
      url: string;
      /** Absolute; null where it has no picture. */
      imageUrl: string | null;
    };

/** An email as its author writes it. */
export type MailContent = {
  subject: string;
  /** Shown beside the subject in inboxes; not in the email itself. */
  preview: string;
  blocks: readonly MailBlock[];
  /** Why the recipient gets the mail and how to unsubscribe, below everything else. */
  footer?: readonly MailBlock[];
};
