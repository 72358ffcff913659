import { pagePaths } from '#shared/page-paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** Stands on screens that are not built yet. */
export function ComingSoon({ title }: { title: string }) {
  return (
    <>
      <h1 className="display text-xl">{title}</h1>
      <EmptyState
        title="Not open yet"
        actions={<LinkButton href={pagePaths.home()}>Home page</LinkButton>}
      >
        This screen comes with one of the next versions.
      </EmptyState>
    </>
  );
}
