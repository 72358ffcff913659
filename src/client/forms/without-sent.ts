/**
 * Returns the text typed after the sent message, or the entire draft if its beginning was edited.
 */
export const withoutSent = (draft: string, sent: string): string =>
  draft.startsWith(sent) ? draft.slice(sent.length) : draft;
