import type { ReactNode } from 'react';

/** The head of a screen for signing in or up: what it is, and the way to its sister. */
export function AccountHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-8">
      <h1 className="display text-xl">{title}</h1>
      {children !== undefined && <p className="mt-2 text-ink-soft">{children}</p>}
    </div>
  );
}

/** How a link inside a sentence looks on these screens. */
export const inlineLinkClass =
  'font-semibold text-brand underline decoration-brand/40 underline-offset-4 hover:decoration-brand';
