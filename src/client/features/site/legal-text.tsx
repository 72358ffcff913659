import { useMemo } from 'react';
import { renderMarkdown } from './markdown.ts';
import './legal-text.css';

/** A text of an operator's, from CommonMark. */
export function LegalText({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text]);
  // The parser's own HTML: what stands in the text as HTML is shown as text.
  return <div className="prose measure" dangerouslySetInnerHTML={{ __html: html }} />;
}
