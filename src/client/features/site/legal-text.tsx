import { useMemo } from 'react';
import { renderMarkdown } from './markdown.ts';
import './legal-text.css';

/** A text of an operator's, from CommonMark. */
export function LegalText({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text]);
  // The parser's own HTML: HTML in the text is escaped.
  return <div className="prose measure" dangerouslySetInnerHTML={{ __html: html }} />;
}
