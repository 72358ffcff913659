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
  type Part,
  type SectionName,
  ServerSectionsContext,
} from './lazy-sections.ts';

/** Parts that are already loaded render immediately on the next page. */
const fetched: Partial<Record<SectionName, Part>> = {};

const never = () => () => undefined;

/** Returns whether this is the browser's first render of a server-rendered document. */
function useIsInDocument(): boolean {
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(isHydrating)[0];
}

/** A part; null until its script is loaded. */
interface Loaded {
  Component: Part | null;
  hasFailed: boolean;
}

/** The events that end a press. */
const RELEASES = ['pointerup', 'pointercancel', 'keyup'] as const;
/**
 * How long after a release the click can follow, in milliseconds. On touch screens it is a separate
 * event.
 */
const CLICK_MS = 100;

/**
 * Waits until nothing in a box is pressed. An element replaced between press and release gets no
 * click.
 */
async function untilReleased(box: Element | null): Promise<void> {
  if (box?.matches(':active') !== true) return;
  await new Promise<void>((resolve) => {
    for (const release of RELEASES)
      addEventListener(release, () => setTimeout(resolve, CLICK_MS), { once: true });
  });
}

/** Loads a part once it is wanted. The part is rendered after `beforeChange` has resolved. */
function usePart(name: SectionName, isWanted: boolean, beforeChange: () => Promise<void>): Loaded {
  const [part, setPart] = useState<Loaded>({
    Component: fetched[name] ?? null,
    hasFailed: false,
  });
  const isOpen = isWanted && part.Component === null && !part.hasFailed;
  useEffect(() => {
    if (!isOpen) return;
    let isCanceled = false;
    async function load() {
      let loaded: Loaded = { Component: null, hasFailed: true };
      try {
        const Component = await LAZY_SECTIONS[name]();
        fetched[name] = Component;
        loaded = { Component, hasFailed: false };
      } catch {
        // The error is shown in the part's place.
      }
      await beforeChange();
      if (!isCanceled) setPart(loaded);
    }
    void load();
    return () => {
      isCanceled = true;
    };
  }, [isOpen, name, beforeChange]);
  return part;
}

/**
 * Remembers the focused element in a box while it is replaced, and restores focus to its successor.
 */
function usePreservedFocus() {
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<Element | null>(null);
  const remember = useCallback(async () => {
    await untilReleased(box.current);
    const { activeElement } = document;
    held.current = box.current?.contains(activeElement) ? activeElement : null;
  }, []);
  const restoreFocus = useCallback(() => {
    const { current: before } = held;
    held.current = null;
    if (before === null || before.isConnected) return;
    const same = [...(box.current?.querySelectorAll<HTMLElement>(before.tagName) ?? [])].find(
      ({ textContent }) => textContent === before.textContent,
    );
    same?.focus({ preventScroll: true });
  }, []);
  return { box, remember, restoreFocus };
}

export interface LazySectionProps {
  name: SectionName;
  property: Property;
  /** Distance from the viewport at which the script is fetched, as a CSS length. */
  near?: string;
  /** A class with the approximate height, for client-side navigation. */
  heightClass: string;
}

/**
 * A section below the fold. The server-rendered document has all of it, readable without its
 * script; near the viewport it is rendered again as an interactive part. On client-side navigation
 * a skeleton holds its place.
 */
export function LazySection({ name, property, near = '400px', heightClass }: LazySectionProps) {
  const whole = use(ServerSectionsContext);
  const isInDocument = useIsInDocument();
  const { ref, isNear } = useIsNear(near);
  const { box, remember, restoreFocus } = usePreservedFocus();
  const loaded = usePart(name, isNear, remember);
  useLayoutEffect(restoreFocus, [restoreFocus, loaded]);
  return (
    <div ref={box}>
      {whole !== null ? (
        <div>
          <Whole parts={whole} name={name} property={property} />
        </div>
      ) : loaded.Component !== null ? (
        <div key="part">
          <loaded.Component property={property} />
        </div>
      ) : isInDocument ? (
        // React leaves the server-rendered content in place.
        <div key="document" ref={ref} suppressHydrationWarning dangerouslySetInnerHTML={NOTHING} />
      ) : loaded.hasFailed ? (
        <Failed />
      ) : (
        <div key="shape" ref={ref} className={`mt-10 print:hidden ${heightClass}`}>
          {isNear && <span className="sr-only">Loading...</span>}
          <Skeleton className="h-8 w-48" />
          <Skeleton className="mt-4 h-[calc(100%-3rem)] w-full rounded-md" />
        </div>
      )}
    </div>
  );
}

function Whole({
  parts,
  name,
  property,
}: Pick<LazySectionProps, 'name' | 'property'> & { parts: Readonly<Record<SectionName, Part>> }) {
  const WholePart = parts[name];
  return <WholePart property={property} />;
}

const NOTHING = { __html: '' };

function Failed() {
  return (
    <div className="mt-10 rounded-md border border-line bg-sunken p-6 text-center print:hidden">
      <p className="mb-4 text-ink-soft">This part of the page could not be loaded.</p>
      <Button variant="secondary" size="sm" onClick={() => location.reload()}>
        Reload page
      </Button>
    </div>
  );
}
