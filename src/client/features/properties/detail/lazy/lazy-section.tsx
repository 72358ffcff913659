import {
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { useIsNear } from '../../../../ui/timing/use-is-near.ts';
import { Skeleton } from '../../../../ui/waiting/skeleton.tsx';
import {
  LAZY_SECTIONS,
  type Section,
  type SectionName,
  ServerSectionsContext,
} from './lazy-sections.ts';

/** The sections loaded so far. They render immediately on later property pages. */
const loadedSections: Partial<Record<SectionName, Section>> = {};

const subscribeNever = () => () => undefined;

/** Returns whether the component was part of the server-rendered document. */
function useIsServerRendered(): boolean {
  const isHydrating = useSyncExternalStore(
    subscribeNever,
    () => false,
    () => true,
  );
  return useState(isHydrating)[0];
}

/** The state of a section's script; `Component` is null until it is loaded. */
interface SectionState {
  Component: Section | null;
  hasFailed: boolean;
}

/** Events that end a press. */
const RELEASE_EVENTS = ['pointerup', 'pointercancel', 'keyup'] as const;
/**
 * The maximum time between a release and its click, in milliseconds. Touch screens fire the click
 * with a delay.
 */
const MAX_CLICK_DELAY_MS = 100;

/**
 * Waits until no element in a container is pressed. An element replaced between press and release
 * gets no click.
 */
async function untilReleased(container: Element | null): Promise<void> {
  if (container?.matches(':active') !== true) return;
  await new Promise<void>((resolve) => {
    for (const release of RELEASE_EVENTS)
      addEventListener(release, () => setTimeout(resolve, MAX_CLICK_DELAY_MS), { once: true });
  });
}

/** Loads a section if requested. The section is rendered after `beforeChange` has resolved. */
function useSection(
  name: SectionName,
  isRequested: boolean,
  beforeChange: () => Promise<void>,
): SectionState {
  const [section, setSection] = useState<SectionState>({
    Component: loadedSections[name] ?? null,
    hasFailed: false,
  });
  const shouldLoad = isRequested && section.Component === null && !section.hasFailed;
  useEffect(() => {
    if (!shouldLoad) return;
    let isCanceled = false;
    async function load() {
      let loaded: SectionState = { Component: null, hasFailed: true };
      try {
        const Component = await LAZY_SECTIONS[name]();
        loadedSections[name] = Component;
        loaded = { Component, hasFailed: false };
      } catch {
        // `LazySection` still shows a server-rendered section; without one, it shows an error.
      }
      await beforeChange();
      if (!isCanceled) setSection(loaded);
    }
    void load();
    return () => {
      isCanceled = true;
    };
  }, [shouldLoad, name, beforeChange]);
  return section;
}

/**
 * Remembers which element in a container has focus while its content is replaced, and then focuses
 * the matching new element.
 */
function usePreservedFocus() {
  const box = useRef<HTMLDivElement>(null);
  const focusedElement = useRef<Element | null>(null);
  const saveFocus = useCallback(async () => {
    await untilReleased(box.current);
    const { activeElement } = document;
    focusedElement.current = box.current?.contains(activeElement) ? activeElement : null;
  }, []);
  const restoreFocus = useCallback(() => {
    const { current: previous } = focusedElement;
    focusedElement.current = null;
    if (previous === null || previous.isConnected) return;
    const match = [...(box.current?.querySelectorAll<HTMLElement>(previous.tagName) ?? [])].find(
      ({ textContent }) => textContent === previous.textContent,
    );
    match?.focus({ preventScroll: true });
  }, []);
  return { box, saveFocus, restoreFocus };
}

export interface LazySectionProps {
  name: SectionName;
  property: Property;
  /** Distance from the viewport at which the script is fetched, as a CSS length. */
  near?: string;
  /** Classes for the skeleton's height: about the height of the section. */
  heightClass: string;
}

/**
 * A section below the fold. The server renders it in full so that it is readable without JavaScript.
 * Near the viewport, its script loads and rerenders it as an interactive section. On client-side
 * navigation, a skeleton reserves its space.
 */
export function LazySection({ name, property, near = '400px', heightClass }: LazySectionProps) {
  const serverSections = use(ServerSectionsContext);
  const isServerRendered = useIsServerRendered();
  const { ref, isNear } = useIsNear(near);
  const { box, saveFocus, restoreFocus } = usePreservedFocus();
  const loaded = useSection(name, isNear, saveFocus);
  useLayoutEffect(restoreFocus, [restoreFocus, loaded]);
  return (
    <div ref={box}>
      {serverSections !== null ? (
        <div>
          <ServerSection sections={serverSections} name={name} property={property} />
        </div>
      ) : loaded.Component !== null ? (
        <div key="section">
          <loaded.Component property={property} />
        </div>
      ) : isServerRendered ? (
        // React leaves the server-rendered content in place.
        <div
          key="document"
          ref={ref}
          suppressHydrationWarning
          dangerouslySetInnerHTML={EMPTY_HTML}
        />
      ) : loaded.hasFailed ? (
        <SectionFailed />
      ) : (
        <div key="skeleton" ref={ref} className={`mt-10 print:hidden ${heightClass}`}>
          {isNear && <span className="sr-only">Loading...</span>}
          <Skeleton className="h-8 w-48" />
          <Skeleton className="mt-4 h-[calc(100%-3rem)] w-full rounded-md" />
        </div>
      )}
    </div>
  );
}

function ServerSection({
  sections,
  name,
  property,
}: Pick<LazySectionProps, 'name' | 'property'> & {
  sections: Readonly<Record<SectionName, Section>>;
}) {
  const Component = sections[name];
  return <Component property={property} />;
}

const EMPTY_HTML = { __html: '' };

function SectionFailed() {
  return (
    <div className="mt-10 rounded-md border border-line bg-sunken p-6 text-center print:hidden">
      <p className="mb-4 text-ink-soft">This part of the page could not be loaded.</p>
      <Button variant="secondary" size="sm" onClick={() => location.reload()}>
        Reload page
      </Button>
    </div>
  );
}
