import { CountMark } from '../../../ui/blocks/count-mark.tsx';
import { useOpenReports } from './report-queries.ts';

/** The number of open reports in the sidebar. */
export function OpenReports() {
  return <CountMark count={useOpenReports()} what="open" />;
}
