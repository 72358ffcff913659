import type { ReactNode } from 'react';
import type { Notice } from '../../forms/use-passing-notice.ts';
import { Banner } from '../../ui/notices/banner.tsx';

/** The foot of a form: its button, and for a while what came of it. Coming and going, it moves as little as it can. */
export function FormNotice({ notice, children }: { notice: Notice | null; children: ReactNode }) {
  return (
    <div className="flex min-h-12.5 flex-wrap items-center gap-x-4 gap-y-3">
      {children}
      {notice !== null && (
        <Banner tone={notice.tone} className="appear flex-1 basis-60">
          {notice.text}
        </Banner>
      )}
    </div>
  );
}
