import { data } from 'react-router';
import { ErrorPage } from '../../layouts/error-page.tsx';

const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: null };

/** Whatever no other route knows: a page of its own, with status 404. */
export const loader = () => data(null, { status: 404 });

/** Keeps a navigation inside the product from asking the server about it. */
export const clientLoader = () => null;

export default function NotFoundPage() {
  return <ErrorPage error={NOT_FOUND} />;
}
