import { pagePaths } from '#shared/page-paths.ts';
import { apiQuery } from '../../../../api/api-queries.ts';
import type { Route } from './+types/privacy';
import { loadInBrowser, loadOnServer, type PageLoad } from '../../../../api/page-data/page-data.ts';
import { siteOf } from '../../../../api/page-data/site.ts';
import { LegalPage } from '../../../../features/site/legal-page.tsx';
import { pageMeta } from '../../../../seo/page-meta.ts';
import { ErrorPage } from '../../../layouts/error-page.tsx';

const TITLE = 'Privacy Policy';
const query = apiQuery('GET /site/privacy', {});

const load: PageLoad = (page) => page.require(query);

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name } = siteOf(matches);
  return pageMeta(matches, {
    title: TITLE,
    description: `How ${name} handles your personal data.`,
    path: pagePaths.privacy(),
  });
};

export default function PrivacyPage() {
  return (
    <LegalPage
      title={TITLE}
      query={query}
      renderNotFound={(error) => <ErrorPage error={error} />}
    />
  );
}
