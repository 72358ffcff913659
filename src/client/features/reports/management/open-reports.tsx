import { CountBadge } from '../../../ui/blocks/count-badge.tsx';
import { useOpenReports } from './report-queries.ts';

/** The number of open reports in the sidebar. */
export function OpenReports() {
  return <CountBadge count={useOpenReports()} unit="open" />;
}
