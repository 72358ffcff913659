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

/** Maximum pictures on a card. If there are more, a last frame refers to the property page. */
const MAX_CARD_PICTURES = 5;
/** How far a finger must move sideways to change the picture. */
const MIN_SWIPE_PX = 30;

/**
 * Shows a home's pictures one at a time on its card (docs/product/pages.md, Property card). The
 * first one belongs to the card; the others are fetched on demand.
 */
export function PicturePager({ property }: { property: PropertySummary }) {
  const { _id, title, photoCount = 1 } = property;
  const box = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [lastOpened, setLastOpened] = useState(0);
  const [shouldLoad, setShouldLoad] = useState(false);
  const listing = useQuery({ ...propertyQuery(_id), enabled: shouldLoad, staleTime: 'static' });
  const pictureCount = Math.min(photoCount, MAX_CARD_PICTURES);
  const last = photoCount > pictureCount ? pictureCount : pictureCount - 1;

  const turn = (step: number) => {
    const to = Math.min(Math.max(index + step, 0), last);
    setShouldLoad(true);
    setIndex(to);
    setLastOpened(Math.max(lastOpened, to));
  };
  useSwipe(box, turn);

  const photos = listing.data?.pictures.filter(({ kind }) => kind === 'photo');
  const seeAllText = `See all ${photoCount} pictures`;
  const frame = (position: number): ReactNode => {
    if (position === pictureCount) return <strong>{seeAllText}</strong>;
    const photo = photos?.[position];
    if (photo === undefined) return listing.isPending ? null : 'This picture could not be loaded.';
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
  const load = () => setShouldLoad(true);
  const arrowProps = {
    type: 'button',
    'aria-description': title,
    onPointerEnter: load,
    onFocus: load,
  } as const;
  return (
    <div ref={box} className="card-pager needs-js">
      {Array.from({ length: lastOpened }, (_, offset) => (
        <span
          key={offset}
          className="card-frame"
          data-ahead={offset + 1 > index || undefined}
          aria-hidden={offset + 1 !== index}
        >
          {frame(offset + 1)}
        </span>
      ))}
      <span className="card-dots" aria-hidden="true">
        {Array.from({ length: pictureCount }, (_, dot) => (
          <span key={dot} data-current={dot === index || undefined} />
        ))}
      </span>
      <button
        {...arrowProps}
        aria-label="Previous picture"
        aria-disabled={index === 0}
        tabIndex={index === 0 ? -1 : 0}
        onClick={() => turn(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <button
        {...arrowProps}
        aria-label="Next picture"
        aria-disabled={index === last}
        onClick={() => turn(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
      <output className="sr-only">
        {/* Empty until the user changes the picture so that focusing an arrow announces nothing. */}
        {lastOpened > 0 &&
          (index < pictureCount ? `Picture ${index + 1} of ${photoCount}` : seeAllText)}
      </output>
    </div>
  );
}

/**
 * Changes pictures by swiping. The card's link covers the picture, so the handlers are on the card.
 */
function useSwipe(box: { current: HTMLElement | null }, turn: (step: number) => void) {
  const onSwipe = useEffectEvent(turn);
  useEffect(() => {
    const card = box.current?.closest('article');
    if (!card) return undefined;
    const controller = new AbortController();
    let start: { x: number; y: number } | null = null;
    const onPointerDown = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      const isOverPicture = y < (box.current?.getBoundingClientRect().bottom ?? 0);
      start = pointerType === 'mouse' || !isOverPicture ? null : { x, y };
    };
    const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
      if (start === null) return;
      const [x, y] = [clientX - start.x, clientY - start.y];
      start = null;
      if (Math.abs(x) >= MIN_SWIPE_PX && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    };
    const { signal } = controller;
    card.addEventListener('pointerdown', onPointerDown, { signal });
    card.addEventListener('pointerup', onPointerUp, { signal });
    return () => controller.abort();
  }, [box]);
}
