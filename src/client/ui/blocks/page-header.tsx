import type { ReactNode } from 'react';

export interface PageHeaderProps {
  eyebrow?: string;
  title: string;
  /** A sentence or two below the heading. */
  text?: ReactNode;
  /** More content, such as a search box or a count. */
  children?: ReactNode;
}

/** The header of a page, with its main heading in large type. */
export function PageHeader({ eyebrow, title, text, children }: PageHeaderProps) {
  return (
    <div className="column pt-12 pb-12 lg:pt-20 lg:pb-16">
      {eyebrow !== undefined && <p className="eyebrow mb-4">{eyebrow}</p>}
      <h1 className="display max-w-[18ch] text-2xl [overflow-wrap:anywhere]">{title}</h1>
      {text !== undefined && <p className="measure mt-6 text-lg text-ink-soft">{text}</p>}
      {children}
    </div>
  );
}
