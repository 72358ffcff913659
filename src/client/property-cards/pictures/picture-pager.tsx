import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Picture } from '../../ui/pictures/picture.tsx';
import { imageSources } from '../../ui/pictures/image-sources.ts';
import { CARD_SIZES, MAX_CARD_WIDTH } from '../property-card.tsx';
import { propertyQuery } from '../property-queries.ts';
import type { PropertySummary } from '../property-summary.ts';
import './picture-pager.css';

/** Maximum pictures on a card; the others are on the property page. */
const MAX_PAGED = 5;
/** How far a finger must move sideways to change the picture, in pixels. */
const SWIPE = 30;

/**
 * Shows a home's pictures one at a time on its card (docs/product/pages.md, Property card). The
 * first one belongs to the card; the others are fetched on demand.
 */
export function PicturePager({ property }: { property: PropertySummary }) {
  const { _id, title, photoCount = 1 } = property;
  const box = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [furthest, setFurthest] = useState(0);
  const [isWanted, setIsWanted] = useState(false);
  const whole = useQuery({ ...propertyQuery(_id), enabled: isWanted, staleTime: 'static' });
  const paged = Math.min(photoCount, MAX_PAGED);
  const last = photoCount > paged ? paged : paged - 1;

  const turn = (by: number) => {
    const to = Math.min(Math.max(index + by, 0), last);
    setIsWanted(true);
    setIndex(to);
    setFurthest(Math.max(furthest, to));
  };
  useSwipe(box, turn);

  const photos = whole.data?.pictures.filter(({ kind }) => kind === 'photo');
  const frame = (at: number): ReactNode => {
    if (at === paged) return <strong>See all {photoCount} pictures</strong>;
    const photo = photos?.[at];
    if (photo === undefined) return whole.isPending ? null : 'This picture could not be loaded.';
    const { path, width, text, placeholder } = photo;
    return (
      <Picture
        {...imageSources(path, width, MAX_CARD_WIDTH)}
        sizes={CARD_SIZES}
        alt={text ?? ''}
        placeholder={placeholder}
        shape=""
        priority
      />
    );
  };
  const want = () => setIsWanted(true);
  const arrow = {
    type: 'button',
    'aria-description': title,
    onPointerEnter: want,
    onFocus: want,
  } as const;
  return (
    <div ref={box} className="card-pager needs-js">
      {Array.from({ length: furthest }, (_, before) => (
        <span
          key={before}
          className="card-frame"
          data-ahead={before + 1 > index || undefined}
          aria-hidden={before + 1 !== index}
        >
          {frame(before + 1)}
        </span>
      ))}
      <span className="card-dots" aria-hidden="true">
        {Array.from({ length: paged }, (_, at) => (
          <span key={at} data-current={at === index || undefined} />
        ))}
      </span>
      <button
        {...arrow}
        aria-label="Previous picture"
        aria-disabled={index === 0}
        tabIndex={index === 0 ? -1 : 0}
        onClick={() => turn(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <button
        {...arrow}
        aria-label="Next picture"
        aria-disabled={index === last}
        onClick={() => turn(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
      <output className="sr-only">
        {isWanted && index < paged ? `Picture ${index + 1} of ${photoCount}` : ''}
      </output>
    </div>
  );
}

/**
 * Changes pictures by swiping. The card's link covers the picture, so the handlers are on the card.
 */
function useSwipe(box: { current: HTMLElement | null }, turn: (by: number) => void) {
  const onSwipe = useEffectEvent(turn);
  useEffect(() => {
    const card = box.current?.closest('article');
    if (!card) return undefined;
    const listening = new AbortController();
    let from: { x: number; y: number } | null = null;
    const begin = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      const isOverPicture = y < (box.current?.getBoundingClientRect().bottom ?? 0);
      from = pointerType === 'mouse' || !isOverPicture ? null : { x, y };
    };
    const end = ({ clientX, clientY }: PointerEvent) => {
      if (from === null) return;
      const [x, y] = [clientX - from.x, clientY - from.y];
      from = null;
      if (Math.abs(x) >= SWIPE && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    };
    const { signal } = listening;
    card.addEventListener('pointerdown', begin, { signal });
    card.addEventListener('pointerup', end, { signal });
    return () => listening.abort();
  }, [box]);
}
