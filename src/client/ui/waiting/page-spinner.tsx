import { Spinner } from './spinner.tsx';

/** Stands for a page of which nothing is known yet. Like every page it has a heading, for those who go by them. */
export function PageSpinner() {
  return (
    <>
      {/* In the typeface of headings, which is fetched early: a browser complains of what it fetched for nothing. */}
      <h1 className="display sr-only">One moment</h1>
      <Spinner className="min-h-[60vh] justify-center" />
    </>
  );
}
