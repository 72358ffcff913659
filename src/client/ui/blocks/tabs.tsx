import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

/** One tab with its panel. */
export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  /** The selected tab. */
  selected: string;
  onSelect: (id: string) => void;
}

/** Tabs with one panel shown at a time; arrow keys move between them. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <BaseTabs.Root value={selected} onValueChange={(id) => onSelect(String(id))}>
      <BaseTabs.List aria-label={label} className="flex gap-6 border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.id}
            id={`tab-${tab.id}`}
            value={tab.id}
            className="-mb-px min-h-11 border-b-2 border-transparent font-semibold text-ink-soft data-active:border-brand data-active:text-ink forced-colors:border-[Canvas] forced-colors:data-active:border-[Highlight]"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.id} value={tab.id} className="pt-6">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
