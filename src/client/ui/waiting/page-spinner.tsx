import { Spinner } from './spinner.tsx';

/** Shown while the page is unknown. Has a heading, like every page. */
export function PageSpinner() {
  return (
    <>
      {/* In the typeface of headings, which is preloaded: browsers warn about unused preloads. */}
      <h1 className="display sr-only">One moment</h1>
      <Spinner className="min-h-[60vh] justify-center" />
    </>
  );
}
