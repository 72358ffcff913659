import { isRouteErrorResponse } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import type { PageErrorBody } from '../../api/page-data/page-data.ts';

/** The texts of an error page. */
export interface ErrorTexts {
  /** The HTTP status; 0 if the server could not be reached. */
  status: number;
  title: string;
  text: string;
  /** Whether retrying the same URL may help. */
  canRetry: boolean;
}

const NOT_FOUND: ErrorTexts = {
  status: 404,
  title: 'We can’t find that page',
  text: 'It may have moved, or the link has a typo. Try one of these:',
  canRetry: false,
};

const UNAVAILABLE: ErrorTexts = {
  status: 503,
  title: 'An Error Occurred',
  text: 'This page could not be loaded at this time. Please try again later.',
  canRetry: true,
};

const offline = (siteName: string): ErrorTexts => ({
  ...UNAVAILABLE,
  status: 0,
  title: 'You seem to be offline',
  text: `We can’t reach ${siteName}. Check your connection and try again.`,
});

/** Returns the texts for an error. Unknown errors get the texts of a 503. */
export function errorTexts(error: unknown, siteName: string): ErrorTexts {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return NOT_FOUND;
    const body = error.data as Partial<PageErrorBody> | null;
    if (error.status >= 400 && error.status < 500 && typeof body?.message === 'string') {
      return {
        ...UNAVAILABLE,
        status: error.status,
        text: body.message,
        canRetry: error.status === 429,
      };
    }
    return { ...UNAVAILABLE, status: error.status };
  }
  if (isApiError(error)) {
    if (error.status === 404) return NOT_FOUND;
    if (error.status === 0) return offline(siteName);
  }
  // A page's script could not be loaded: offline, or a new version was deployed.
  if (error instanceof TypeError && /import|fetch/i.test(error.message)) return offline(siteName);
  return UNAVAILABLE;
}
