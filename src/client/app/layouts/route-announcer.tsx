import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** The element that focus goes to after a navigation, and that the skip link jumps to. */
export const MAIN_ID = 'main';

/**
 * After a navigation to another page, does what loading a document would do: the page's title is read out, and the
 * keyboard starts from its content. A change of filters on the same page moves nothing.
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
