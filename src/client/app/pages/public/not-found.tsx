import { data } from 'react-router';
import { ErrorPage } from '../../layouts/error-page.tsx';

const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: null };

/** Responds with status 404 to URLs that match no other route. */
export const loader = () => data(null, { status: 404 });

/** Avoids a request to the server for navigation within the site. */
export const clientLoader = () => null;

export default function NotFoundPage() {
  return <ErrorPage error={NOT_FOUND} />;
}
