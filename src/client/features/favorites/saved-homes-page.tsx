import HeartIcon from 'lucide-react/icons/heart';
import { useSearchParams } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from '../../session/session-context.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { Pagination } from '../../ui/tables/pagination.tsx';
import { countOf } from '#shared/format/numbers.ts';
import { PropertyGridSkeleton } from '../../property-cards/property-grid.tsx';
import { FAVORITES_PAGE_SIZE } from './favorite-queries.ts';
import { SavedHome } from './saved-home.tsx';
import {
  useAccountPage,
  useDevicePage,
  type RenderActions,
  type SavedPage,
} from './use-saved-page.ts';

/** The saved homes of the account or the device (docs/product/saved-homes.md, Heart and page). */
export function SavedHomesPage({ renderActions }: { renderActions: RenderActions }) {
  const session = useSession();
  return (
    // At least as tall as the window so that the footer doesn't move when the homes load.
    <div className="column min-h-dvh pt-8 pb-20 lg:pt-12">
      <h1 className="display text-xl">Saved Homes</h1>
      {session.status === 'loading' && (
        <>
          <Introduction />
          <SavedHomesSkeleton />
        </>
      )}
      {session.status === 'signed-in' && <AccountHomes renderActions={renderActions} />}
      {session.status === 'signed-out' && <DeviceHomes renderActions={renderActions} />}
    </div>
  );
}

function usePage(): number {
  const [search] = useSearchParams();
  const page = Number(search.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

function AccountHomes({ renderActions }: Actions) {
  const page = usePage();
  return (
    <>
      <Introduction />
      <Homes page={page} saved={useAccountPage(page)} hasNotes renderActions={renderActions} />
    </>
  );
}

function DeviceHomes({ renderActions }: Actions) {
  const page = usePage();
  const saved = useDevicePage(page);
  return (
    <>
      {saved.totalCount === 0 ? (
        <Introduction />
      ) : (
        <p className="measure mt-2 text-ink-soft">
          Saved on this device only.{' '}
          <Link
            href={pagePaths.login()}
            state={{ returnTo: pagePaths.savedHomes() }}
            className="underline underline-offset-4"
          >
            Sign in
          </Link>{' '}
          to see them on all your devices and add notes.
        </p>
      )}
      <Homes page={page} saved={saved} renderActions={renderActions} />
    </>
  );
}

/** Rendered on the server so that visitors without saved homes can read it before scripts load. */
function Introduction() {
  return (
    <p className="measure mt-2 text-ink-soft">
      Tap the heart on a home to save it here. We’ll track price and status changes.
    </p>
  );
}

interface Actions {
  renderActions: RenderActions;
}

interface HomesProps extends Actions {
  page: number;
  saved: SavedPage;
  hasNotes?: boolean;
}

function Homes({ page, saved, hasNotes = false, renderActions }: HomesProps) {
  const { homes, totalCount, failure } = saved;
  if (failure !== null) {
    return (
      <LoadError
        title="An Error Occurred"
        isRetrying={failure.isRetrying}
        onRetry={failure.onRetry}
      >
        Could not load your saved homes. {failure.message}
      </LoadError>
    );
  }
  if (homes === undefined || totalCount === undefined) return <SavedHomesSkeleton />;
  if (totalCount === 0) return <NoSavedHomes />;
  const pageCount = Math.ceil(totalCount / FAVORITES_PAGE_SIZE);
  if (homes.length === 0) {
    return (
      <EmptyState
        title={`No homes on page ${page}`}
        actions={
          <LinkButton href={pagePaths.savedHomes()} variant="secondary">
            Go to page 1
          </LinkButton>
        }
      />
    );
  }
  return (
    <>
      <output className="mt-2 mb-8 block text-ink-soft">{countOf(totalCount, 'home')}</output>
      <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {homes.map((home) => (
          // Align the cards of a row regardless of the length of the notes below them.
          <li key={home._id} className="row-span-2 grid grid-rows-subgrid pb-12">
            <SavedHome home={home} hasNotes={hasNotes} renderActions={renderActions} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={pagePaths.savedHomes}
        label="Pages of saved homes"
        className="mt-2"
      />
    </>
  );
}

function SavedHomesSkeleton() {
  return (
    <div className="mt-16">
      <PropertyGridSkeleton count={3} isShort />
    </div>
  );
}

function NoSavedHomes() {
  return (
    <EmptyState
      icon={<HeartIcon aria-hidden="true" className="size-7" />}
      title="No saved homes yet"
      actions={
        <>
          <LinkButton href={pagePaths.forSale()}>Homes for sale</LinkButton>
          <LinkButton href={pagePaths.forRent()} variant="secondary">
            Homes for rent
          </LinkButton>
        </>
      }
    />
  );
}
