import type { ReactNode } from 'react';

export interface FormSectionProps {
  title: string;
  /** An explanation below the title. */
  text: string;
  children: ReactNode;
}

/** A section of a form; on wide screens, its title is to the left of its fields. */
export function FormSection({ title, text, children }: FormSectionProps) {
  return (
    <section className="grid gap-x-10 gap-y-5 border-t border-line py-7 xl:grid-cols-[14rem_1fr]">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 max-w-[46ch] text-sm text-ink-faint">{text}</p>
      </div>
      <div className="grid max-w-4xl min-w-0 gap-5">{children}</div>
    </section>
  );
}
