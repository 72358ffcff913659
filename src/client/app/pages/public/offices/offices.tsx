import { useSearchParams } from 'react-router';
import type { Route } from './+types/offices';
import { readPage, readSearchTerm } from '../../../../api/page-data/list-url.ts';
import {
  findQueryData,
  loadInBrowser,
  loadOnServer,
  type PageLoad,
} from '../../../../api/page-data/page-data.ts';
import { OfficeDirectory } from '../../../../features/offices/office-directory.tsx';
import { officesMeta } from '../../../../features/offices/office-meta.ts';
import { officesQuery } from '../../../../features/offices/office-queries.ts';

const readSearch = (search: URLSearchParams) => ({
  searchTerm: readSearchTerm(search),
  page: readPage(search),
});

const load: PageLoad = (page) => page.prefetch(officesQuery(readSearch(page.url.searchParams)));

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const search = readSearch(new URLSearchParams(location.search));
  return officesMeta(matches, search, findQueryData(loaderData, officesQuery(search)));
};

export default function OfficesPage() {
  const [search] = useSearchParams();
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <h1 className="display mb-6 text-xl">Our Offices</h1>
      <OfficeDirectory search={readSearch(search)} />
    </div>
  );
}
