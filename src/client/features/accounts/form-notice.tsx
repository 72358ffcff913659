import type { ReactNode } from 'react';
import type { Notice } from '../../forms/use-temporary-notice.ts';
import { Banner } from '../../ui/notices/banner.tsx';

/**
 * The footer of a form with its button and, temporarily, its result. Showing and hiding the result
 * shifts the layout as little as possible.
 */
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
