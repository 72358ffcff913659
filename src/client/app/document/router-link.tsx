import { Link } from 'react-router';
import type { RenderLink } from '../../ui/actions/link.tsx';

/**
 * The router's link for the UI components: it prefetches pages on intent, and uses view
 * transitions.
 */
export const renderRouterLink: RenderLink = ({
  href,
  keepScroll = false,
  replace,
  state,
  children,
  ...rest
}) => {
  const isPage = rest.target === undefined && rest.download === undefined;
  // A plain anchor is equivalent in a document, and the router's link takes ten times as long to
  // render.
  if (import.meta.env.SSR || !href.startsWith('/') || href.startsWith('//') || !isPage) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    );
  }
  return (
    <Link
      {...rest}
      to={href}
      discover="none"
      prefetch="intent"
      viewTransition={!keepScroll}
      preventScrollReset={keepScroll}
      {...(replace === undefined ? {} : { replace })}
      {...(state === undefined ? {} : { state })}
    >
      {children}
    </Link>
  );
};
