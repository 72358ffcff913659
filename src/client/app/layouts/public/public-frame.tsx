import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { MAIN_ID } from '../route-announcer.tsx';
import { SkipLink } from '../skip-link.tsx';
import { TopBar } from './top-bar.tsx';

export interface PublicFrameProps {
  /** Content above the footer. */
  aboveFooter?: ReactNode;
  children: ReactNode;
}

/** The frame around every public page and its error pages. */
export function PublicFrame({ aboveFooter, children }: PublicFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar />
      <main id={MAIN_ID} tabIndex={-1}>
        {children}
      </main>
      {aboveFooter}
      <Footer />
    </div>
  );
}
