import { useSearchParams } from 'react-router';
import type { Route } from './+types/office';
import { readPage } from '../../../../api/page-data/list-url.ts';
import {
  findQueryData,
  loadInBrowser,
  loadOnServer,
  type PageLoad,
} from '../../../../api/page-data/page-data.ts';
import { officeMeta } from '../../../../features/offices/office-meta.ts';
import { OfficeProfile } from '../../../../features/offices/office-profile.tsx';
import {
  officeAgentsQuery,
  officeListingsQuery,
  officeQuery,
} from '../../../../features/offices/office-queries.ts';
import { privateMeta } from '../../../../seo/page-meta.ts';

const load: PageLoad = async (page) => {
  const office = await page.prefetch(officeQuery(page.params['slug'] ?? ''));
  if (office === undefined) return;
  await Promise.all([
    page.prefetch(officeAgentsQuery(office._id)),
    page.prefetch(officeListingsQuery(office._id, readPage(page.url.searchParams))),
  ]);
};

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, loaderData, location, params }) => {
  const office = findQueryData(loaderData, officeQuery(params.slug));
  if (office === undefined) return privateMeta('Office', matches);
  const agents = findQueryData(loaderData, officeAgentsQuery(office._id))?.items ?? [];
  return officeMeta(matches, office, readPage(new URLSearchParams(location.search)), agents);
};

export default function OfficePage({ params }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <OfficeProfile key={params.slug} slug={params.slug} page={readPage(search)} />
    </div>
  );
}
