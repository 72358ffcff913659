import { useSearchParams } from 'react-router';
import { MIN_COMPARED } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Route } from './+types/compare';
import { loadInBrowser, loadOnServer, type PageLoad } from '../../../api/page-data/page-data.ts';
import { comparedIds, comparedQuery } from '../../../features/compare/compared-homes.ts';
import { Comparison } from '../../../features/compare/comparison.tsx';
import { pageMeta } from '../../../seo/page-meta.ts';

const load: PageLoad = async (page) => {
  const ids = comparedIds(page.url.searchParams);
  if (ids.length >= MIN_COMPARED) await page.prefetch(comparedQuery(ids));
};

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, {
    title: 'Compare homes',
    description:
      'Homes side by side: price, size, costs, and features, with differences highlighted.',
    path: pagePaths.compare(comparedIds(new URLSearchParams(location.search))),
    noindex: true,
  });

export default function ComparePage() {
  const [search] = useSearchParams();
  return <Comparison ids={comparedIds(search)} />;
}
