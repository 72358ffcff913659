import { Spinner } from '../ui/spinner.tsx';

/** Stands for a page of which nothing is known yet. Like every page it has a heading, for those who go by them. */
export function PageSpinner() {
  return (
    <>
      <h1 className="sr-only">One moment</h1>
      <Spinner className="min-h-[60vh] justify-center" />
    </>
  );
}
