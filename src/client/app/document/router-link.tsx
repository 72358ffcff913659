import { Link } from 'react-router';
import type { RenderLink } from '../../ui/actions/link.tsx';

/** The router's link for the primitives: pages are fetched when a user points at a link, and fade into one another. */
export const renderRouterLink: RenderLink = ({
  href,
  keepScroll = false,
  replace,
  state,
  children,
  ...rest
}) => {
  const isPage = rest.target === undefined && rest.download === undefined;
  // In a document both are the same, and the router's takes ten times as long.
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
