import { useQuery } from '@tanstack/react-query';
import { countOf } from '#shared/format/numbers.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { FiguresChart } from './figures-chart.tsx';
import { toFigureDays } from './figure-days.ts';

export interface FiguresDialogProps {
  id: string;
  title: string;
  onClose: () => void;
}

/** Shows one listing's figures (docs/product/figures.md, Figures of a listing). */
export function FiguresDialog({ id, title, onClose }: FiguresDialogProps) {
  const params = { params: { id } };
  const figures = useQuery(apiQuery('GET /properties/:id/figures', { ...params, query: {} }));
  const similar = useQuery(
    apiQuery('GET /properties/:id/figures/similar', { ...params, query: {} }),
  );
  const history = useQuery(apiQuery('GET /properties/:id/history', params));
  // If the history cannot be loaded, the chart omits price changes.
  const isReady = figures.data !== undefined && similar.data !== undefined && !history.isLoading;
  const hasFailed = figures.isError || similar.isError;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="lg"
      title="Figures"
      description={title}
    >
      {isReady ? (
        <>
          <dl className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-4">
            {TOTALS.map(([name, label]) => (
              <div key={name}>
                <dt className="text-sm text-ink-soft">{label}</dt>
                <dd className="display figures text-xl">{figures.data.totals[name]}</dd>
              </div>
            ))}
          </dl>
          <FiguresChart
            days={toFigureDays(figures.data, similar.data, history.data ?? [])}
            hasSimilar={similar.data.days.some(({ views }) => views !== null)}
          />
          <p className="mt-2 text-sm text-ink-soft">
            {similar.data.homeCount === 0
              ? 'No similar homes nearby to compare with.'
              : `Compared with ${countOf(similar.data.homeCount, 'similar home')} nearby. Days are in UTC.`}
          </p>
        </>
      ) : hasFailed ? (
        <LoadError
          title="The figures could not be loaded."
          onRetry={() => {
            void figures.refetch();
            void similar.refetch();
          }}
          isRetrying={figures.isFetching || similar.isFetching}
        >
          Please check your connection and try again.
        </LoadError>
      ) : (
        <Skeleton className="mt-4 h-80 w-full" />
      )}
    </Dialog>
  );
}

const TOTALS = [
  ['views', 'Views (30 days)'],
  ['saves', 'Saves (30 days)'],
  ['inquiries', 'Inquiries (30 days)'],
  ['tours', 'Tours (30 days)'],
] as const;
