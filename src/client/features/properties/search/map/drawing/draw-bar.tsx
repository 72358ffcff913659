import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import type { Area } from '#shared/geo/area.ts';
import { MIN_AREA_POINTS } from '#shared/limits.ts';
import { useEscape } from '../../../../../ui/overlays/use-escape.ts';
import { type DrawTool, startDrawing } from './draw-tool.ts';

export interface DrawBarProps {
  map: LeafletMap;
  onDone: (area: Area) => void;
  onCancel: () => void;
}

/** Drawing instructions, with buttons to undo, finish, and cancel. */
export function DrawBar({ map, onDone, onCancel }: DrawBarProps) {
  const [count, setCount] = useState(0);
  const tool = useRef<DrawTool | null>(null);
  const finish = useEffectEvent(onDone);
  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    const drawing = startDrawing(map, {
      onDone: (area) => {
        finish(area);
        map.getContainer().focus({ preventScroll: true });
      },
      onCancel: () => {
        cancel();
        map.getContainer().focus({ preventScroll: true });
      },
      onCornersChange: setCount,
    });
    tool.current = drawing;
    return () => drawing.remove();
  }, [map]);
  const focusMap = () => map.getContainer().focus({ preventScroll: true });
  const cancelAndFocusMap = () => {
    onCancel();
    focusMap();
  };
  const bar = useRef<HTMLDivElement>(null);
  useEscape(bar, cancelAndFocusMap);
  return (
    <div
      ref={bar}
      className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-md bg-surface p-3 shadow-pop"
    >
      <p className="min-w-48 flex-1 text-sm">
        {count === 0
          ? 'Draw around an area, or click to place points. (Keyboard: arrow keys, then Enter.)'
          : count < MIN_AREA_POINTS
            ? 'Place at least three points.'
            : 'Select the first point again or press Done to close the area.'}
      </p>
      <output className="sr-only">{count > 0 ? countOf(count, 'point') : ''}</output>
      <button
        type="button"
        className="map-chip"
        disabled={count === 0}
        onClick={() => {
          tool.current?.undo();
          focusMap();
        }}
      >
        Undo
      </button>
      <button
        type="button"
        className="map-chip"
        disabled={count < MIN_AREA_POINTS}
        onClick={() => tool.current?.finish()}
      >
        Done
      </button>
      <button type="button" className="map-chip" onClick={cancelAndFocusMap}>
        Cancel
      </button>
    </div>
  );
}
