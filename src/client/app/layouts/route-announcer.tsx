import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** The ID of the element that receives focus after a navigation, the target of the skip link. */
export const MAIN_ID = 'main';

/**
 * After a navigation to another path, announces the page's title and moves focus to the content
 * unless the URL has a fragment. Changing filters on the same page does neither.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    setTitle(document.title);
    if (hash === '') document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return (
    <div aria-live="assertive" className="sr-only">
      {title}
    </div>
  );
}
