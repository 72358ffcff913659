import { useState } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import { OfficeScopeSwitch, useScope } from '../../../session/scope-switch.tsx';
import { Tabs } from '../../../ui/blocks/tabs.tsx';
import { HoursPanel } from './hours-panel.tsx';
import { ToursWeek } from './tours-week.tsx';

/** The agent's tours by week (a manager can switch to the office's), and the agent's weekly hours. */
export function ToursDashboard({ week }: { week: string | undefined }) {
  const [tab, setTab] = useState('week');
  const scope = useScope();
  const setHours = () => {
    setTab('hours');
    // The pressed button is hidden with its tab.
    document.querySelector<HTMLElement>('#tab-hours')?.focus();
  };
  return (
    <>
      <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="display text-xl">Tours</h1>
        <OfficeScopeSwitch
          scope={scope}
          hrefOf={(to) =>
            pagePaths.toursDashboard({ week, scope: to === 'office' ? to : undefined })
          }
        />
      </div>
      <Tabs
        label="Tours"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'week',
            label: 'Week',
            content: <ToursWeek week={week} scope={scope} onSetHours={setHours} />,
          },
          { id: 'hours', label: 'Hours', content: <HoursPanel /> },
        ]}
      />
    </>
  );
}
