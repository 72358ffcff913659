import { useId, type ReactNode } from 'react';
import { Card } from '../../ui/blocks/card.tsx';
import { cx } from '../../ui/class-names.ts';

export interface PanelProps {
  title: string;
  className?: string;
  children: ReactNode;
}

/** A titled section of an overview. */
export function Panel({ title, className, children }: PanelProps) {
  const id = useId();
  return (
    <Card className={cx('min-w-0', className)}>
      <section aria-labelledby={id}>
        <h2 id={id} className="px-5 pt-4 font-semibold">
          {title}
        </h2>
        {children}
      </section>
    </Card>
  );
}
