import ImageOff from 'lucide-react/icons/image-off';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { coverOf } from '#shared/properties/cover.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { cx } from '../../../../ui/class-names.ts';
import { PictureTiles } from './picture-tiles.tsx';

const TABS = { photo: 'Photos', floor_plan: 'Floor plans' } as const;
type TabName = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as TabName[];

/** The listing's photos and floor plans (docs/product/pages.md, Property page). */
export function PropertyGallery({ property: { title, pictures } }: { property: Property }) {
  const [selectedTab, setSelectedTab] = useState<TabName>('photo');
  const panelId = useId();
  if (coverOf(pictures) === undefined) {
    return (
      <div className="flex h-44 flex-col items-center justify-center gap-3 rounded-md bg-sunken text-ink-faint print:hidden">
        <ImageOff aria-hidden="true" className="size-10" strokeWidth={1.25} />
        <p>No Images Available</p>
      </div>
    );
  }
  const shownPictures = pictures.filter(({ kind }) => kind === selectedTab);
  const hasPlans = pictures.some(({ kind }) => kind === 'floor_plan');
  const panel = hasPlans
    ? { role: 'tabpanel', 'aria-labelledby': `${panelId}-${selectedTab}` }
    : {};
  return (
    <section aria-label="Pictures" className="max-md:-mx-[var(--gutter)] print:mx-0 print:shrink-0">
      <div id={panelId} {...panel}>
        <PictureTiles
          key={selectedTab}
          title={title}
          pictures={shownPictures}
          isMain={selectedTab === 'photo'}
        />
      </div>
      {hasPlans && (
        <GalleryTabs panelId={panelId} selectedTab={selectedTab} onSelect={setSelectedTab} />
      )}
    </section>
  );
}

interface GalleryTabsProps {
  panelId: string;
  selectedTab: TabName;
  onSelect: (name: TabName) => void;
}

/** Two custom tabs because a library would be larger than the rest of the gallery. */
function GalleryTabs({ panelId, selectedTab, onSelect }: GalleryTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  function switchByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onSelect(selectedTab === 'photo' ? 'floor_plan' : 'photo');
    list.current?.querySelector<HTMLElement>('[aria-selected="false"]')?.focus();
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Photos and floor plans"
      className="needs-js mt-2 flex gap-6 border-b border-line max-md:px-[var(--gutter)] print:hidden"
    >
      {TAB_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${panelId}-${name}`}
          aria-controls={panelId}
          aria-selected={name === selectedTab}
          tabIndex={name === selectedTab ? 0 : -1}
          onClick={() => onSelect(name)}
          onKeyDown={switchByArrow}
          className={cx(
            '-mb-px min-h-11 border-b-2 font-semibold',
            name === selectedTab
              ? 'border-brand text-ink forced-colors:border-[Highlight]'
              : 'border-transparent text-ink-soft forced-colors:border-[Canvas]',
          )}
        >
          {TABS[name]}
        </button>
      ))}
    </div>
  );
}
