import { Spinner } from './spinner.tsx';

/** Shown while nothing is known about a page. Has a heading, like every page. */
export function PageSpinner() {
  return (
    <>
      {/* In the typeface of headings, which is fetched early: a browser complains of what it fetched for nothing. */}
      <h1 className="display sr-only">One moment</h1>
      <Spinner className="min-h-[60vh] justify-center" />
    </>
  );
}
