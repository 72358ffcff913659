import { useMemo } from 'react';
import { renderMarkdown } from './markdown.ts';
import './legal-text.css';

/** A legal text in CommonMark, rendered as HTML. */
export function LegalText({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text]);
  // The HTML comes from the parser, which escapes HTML in the text.
  return <div className="prose measure" dangerouslySetInnerHTML={{ __html: html }} />;
}
