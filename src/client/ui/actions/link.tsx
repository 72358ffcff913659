import { createContext, use, type ComponentProps, type ReactElement } from 'react';

/** The props of every link, independent of the router. */
export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, or any other URL (mail, another site). */
  href: string;
  /** Takes the current entry's place in the history. */
  replace?: boolean;
  /** Leaves the scroll position where it is: for filters and pages of one and the same list. */
  keepScroll?: boolean;
  /** Travels with the history entry, not in the URL. */
  state?: unknown;
}

/** How a link is rendered; it must not use hooks. */
export type RenderLink = (props: LinkProps) => ReactElement;

const renderPlainLink: RenderLink = ({
  replace: _replace,
  keepScroll: _keepScroll,
  state: _state,
  children,
  ...anchor
}) => <a {...anchor}>{children}</a>;

const LinkContext = createContext<RenderLink>(renderPlainLink);

/** Gives the primitives the router's link. Without it they render plain anchors. */
export const LinkProvider = LinkContext.Provider;

/** A link. Inside the product it navigates without loading the document again. */
export function Link(props: LinkProps) {
  return use(LinkContext)(props);
}
