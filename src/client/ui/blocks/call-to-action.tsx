import type { ReactNode } from 'react';

export interface CallToActionProps {
  title: string;
  text: string;
  /** A picture at the top, at full width. */
  picture?: ReactNode;
  /** Links that look like buttons. */
  children: ReactNode;
}

/** A call to action at the end of a page, on a faint brand color. */
export function CallToAction({ title, text, picture, children }: CallToActionProps) {
  return (
    <section className="column pb-16 lg:pb-28">
      <div className="overflow-hidden rounded-lg bg-brand-wash">
        {picture}
        <div className="flex flex-col gap-8 px-6 py-12 sm:px-12 lg:flex-row lg:items-center lg:justify-between lg:px-16 lg:py-14">
          <div>
            <h2 className="display max-w-[22ch] text-xl">{title}</h2>
            <p className="mt-3 max-w-[52ch] text-ink-soft">{text}</p>
          </div>
          <div className="flex flex-wrap gap-3">{children}</div>
        </div>
      </div>
    </section>
  );
}
