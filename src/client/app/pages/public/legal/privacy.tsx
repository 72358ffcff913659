import { pagePaths } from '#shared/page-paths.ts';
import type { Route } from './+types/privacy';
import { loadInBrowser, loadOnServer, type PageLoad } from '../../../../api/page-data/page-data.ts';
import { siteOf } from '../../../../api/page-data/site.ts';
import { apiQuery } from '../../../../api/query-client.ts';
import { useApiQuery } from '../../../../api/use-api-query.ts';
import { LegalText } from '../../../../features/site/legal-text.tsx';
import { pageMeta } from '../../../../seo/page-meta.ts';
import { ErrorPage } from '../../../layouts/error-page.tsx';
import { PageHead } from '../../../../ui/blocks/page-head.tsx';
import { LoadError } from '../../../../ui/notices/load-error.tsx';
import { Spinner } from '../../../../ui/waiting/spinner.tsx';

const TITLE = 'Privacy Policy';
const query = apiQuery('GET /site/privacy', {});

const load: PageLoad = (page) => page.require(query);

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name } = siteOf(matches);
  return pageMeta(matches, {
    title: TITLE,
    description: `How ${name} handles what it knows about you.`,
    path: pagePaths.privacy(),
  });
};

export default function PrivacyPage() {
  const { data, error, refetch, isFetching } = useApiQuery(query);
  // Nothing published is no fault that another try would mend: the page of the 404 says so.
  if (error?.status === 404) return <ErrorPage error={error} />;
  return (
    <>
      <PageHead title={TITLE} />
      <div className="column pb-24">
        {data !== undefined ? (
          <LegalText text={data.text} />
        ) : error === null ? (
          <Spinner className="min-h-[40vh] justify-center" />
        ) : (
          <LoadError
            title="An Error Occurred"
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          >
            The text could not be loaded. Please try again.
          </LoadError>
        )}
      </div>
    </>
  );
}
