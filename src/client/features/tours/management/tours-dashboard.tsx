import { useState } from 'react';
import { Tabs } from '../../../ui/blocks/tabs.tsx';
import { HoursPanel } from './hours-panel.tsx';
import { ToursWeek } from './tours-week.tsx';

/** The agent's tours: the week, and the hours in which they can be met. */
export function ToursDashboard({ week }: { week: string | undefined }) {
  const [tab, setTab] = useState('week');
  const setHours = () => {
    setTab('hours');
    // The pressed button is hidden with its tab.
    document.querySelector<HTMLElement>('#tab-hours')?.focus();
  };
  return (
    <>
      <h1 className="display mb-6 text-xl">Tours</h1>
      <Tabs
        label="Tours"
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { id: 'week', label: 'Week', content: <ToursWeek week={week} onSetHours={setHours} /> },
          { id: 'hours', label: 'Hours', content: <HoursPanel /> },
        ]}
      />
    </>
  );
}
