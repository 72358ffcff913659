import { createContext, use, type ComponentProps, type ReactElement } from 'react';

/** The props of every link, independent of the router. */
export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, or any other URL, such as `mailto:` or another site. */
  href: string;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Whether to keep the scroll position, for filters and pages of the same list. */
  keepScroll?: boolean;
  /** Stored in the history entry, not in the URL. */
  state?: unknown;
}

/** Renders a link; it must not use hooks. */
export type RenderLink = (props: LinkProps) => ReactElement;

const renderPlainLink: RenderLink = ({
  replace: _replace,
  keepScroll: _keepScroll,
  state: _state,
  children,
  ...anchor
}) => <a {...anchor}>{children}</a>;

const LinkContext = createContext<RenderLink>(renderPlainLink);

/** Provides the router's link to the UI components, which otherwise render plain anchors. */
export const LinkProvider = LinkContext.Provider;

/** A link. Within the site it navigates on the client. */
export function Link(props: LinkProps) {
  return use(LinkContext)(props);
}
