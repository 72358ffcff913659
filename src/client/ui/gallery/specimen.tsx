import type { ReactNode } from 'react';

/** The names of one or more components, and their states side by side. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-8">
      <h2 className="mb-5 text-sm font-semibold text-ink-soft">{name}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}
