import type { ReactNode } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import { useSite } from '../../api/page-data/site.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { errorTexts } from './error-texts.ts';

export interface ErrorPageProps {
  /** The error caught by a boundary. */
  error: unknown;
  /** Texts for a specific page, such as 'Property not found.' */
  title?: string;
  text?: string;
  children?: ReactNode;
}

/**
 * Replaces a failed page with an explanation and next steps. The document already has the error's
 * status.
 */
export function ErrorPage({ error, title, text, children }: ErrorPageProps) {
  const { name } = useSite();
  const texts = errorTexts(error, name);
  const heading = title ?? texts.title;
  return (
    <div className="column flex min-h-[60vh] flex-col justify-center py-20">
      {/* Error boundaries have no meta export. React moves these tags into the head. */}
      <title>{`${heading} | ${name}`}</title>
      <meta name="robots" content="noindex" />
      {texts.status > 0 && <p className="eyebrow figures">{texts.status}</p>}
      <h1 className="display mt-3 max-w-3xl text-2xl">{heading}</h1>
      <p className="measure mt-5 text-lg text-ink-soft">{text ?? texts.text}</p>
      {children}
      <div className="mt-9 flex flex-wrap gap-3">
        {/* An empty URL is the current page, which is reloaded with or without JavaScript. */}
        {texts.canRetry && <LinkButton href="">Try again</LinkButton>}
        <LinkButton href={pagePaths.forSale()} variant={texts.canRetry ? 'secondary' : 'primary'}>
          Homes for sale
        </LinkButton>
        <LinkButton href={pagePaths.forRent()} variant="secondary">
          Homes for rent
        </LinkButton>
        <LinkButton href={pagePaths.home()} variant="quiet">
          Home page
        </LinkButton>
      </div>
    </div>
  );
}
