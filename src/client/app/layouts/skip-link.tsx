import { MAIN_ID } from './route-announcer.tsx';

/** The link for keyboard users that skips to the page's content. Visible only while focused. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed top-3 left-3 z-50 -translate-y-20 rounded-sm bg-brand px-4 py-2.5 font-semibold text-on-brand focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  );
}
