import { CountBadge } from '../../../ui/blocks/count-badge.tsx';
import { useOpenReports } from './report-queries.ts';

/** The count of open reports, shown in the sidebar. */
export function OpenReports() {
  return <CountBadge count={useOpenReports()} unit="open" />;
}
