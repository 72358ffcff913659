import type { ReactNode } from 'react';

/** The heading of a page in the account layout, with optional text below it. */
export function AccountHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-8">
      <h1 className="display text-xl">{title}</h1>
      {children !== undefined && <p className="mt-2 text-ink-soft">{children}</p>}
    </div>
  );
}

/** Classes for an inline link on the account pages. */
export const inlineLinkClass =
  'font-semibold text-brand underline decoration-brand/40 underline-offset-4 hover:decoration-brand';
