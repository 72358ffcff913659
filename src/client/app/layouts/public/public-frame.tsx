import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { MAIN_ID } from '../route-announcer.tsx';
import { SkipLink } from '../skip-link.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every public page, and around its error pages. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar />
      <main id={MAIN_ID} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
