import { Spinner } from './spinner.tsx';

/** A page with only a spinner. Like every page, it has a heading. */
export function PageSpinner() {
  return (
    <>
      {/* Uses the preloaded heading font because browsers warn about unused preloads. */}
      <h1 className="display sr-only">One moment</h1>
      <Spinner className="min-h-[60vh] justify-center" />
    </>
  );
}
