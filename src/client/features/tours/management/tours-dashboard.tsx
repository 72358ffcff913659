import { Tabs } from '../../../ui/blocks/tabs.tsx';
import { HoursPanel } from './hours-panel.tsx';
import { ToursWeek } from './tours-week.tsx';

/** The agent's tours: the week, and the hours in which they can be met. */
export function ToursDashboard({ week }: { week: string | undefined }) {
  return (
    <>
      <h1 className="display mb-6 text-xl">Tours</h1>
      <Tabs
        label="Tours"
        tabs={[
          { id: 'week', label: 'Week', content: <ToursWeek week={week} /> },
          { id: 'hours', label: 'Hours', content: <HoursPanel /> },
        ]}
      />
    </>
  );
}
