import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';

export interface SectionProps {
  /** The small label above the heading. */
  eyebrow?: string;
  title: string;
  /** A link next to the heading. */
  action?: ReactNode;
  /** `sunken` separates it from adjacent sections. */
  background?: 'paper' | 'sunken';
  children: ReactNode;
}

/** A section of a page, with padding. */
export function Section({ eyebrow, title, action, background = 'paper', children }: SectionProps) {
  return (
    <section className={cx('py-16 lg:py-28', background === 'sunken' && 'bg-sunken')}>
      <div className="column">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 lg:mb-14">
          <div>
            {eyebrow !== undefined && <p className="eyebrow mb-3">{eyebrow}</p>}
            <h2 className="display max-w-[24ch] text-xl">{title}</h2>
          </div>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}
