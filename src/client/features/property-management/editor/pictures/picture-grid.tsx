import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable';
import { useEffect, useId, useRef } from 'react';
import { findCover, nameOfPicture, type PictureErrors } from './picture-list.ts';
import { PictureTile } from './picture-tile.tsx';
import type { PictureChoice } from './use-picture-choice.ts';

export interface PictureGridProps {
  choice: PictureChoice;
  /** The uploaded fraction of each new picture by ID; null when nothing is being uploaded. */
  uploadedFractions: ReadonlyMap<string, number> | null;
  isBusy: boolean;
  errors: PictureErrors;
  /** Announces a change to screen readers. */
  onAnnounce: (sentence: string) => void;
  /** Called when the last picture, which had focus, is removed. */
  onEmpty: () => void;
}

const INSTRUCTIONS = {
  draggable:
    'Press Space to pick the picture up, the arrow keys to move it, Space again to put it down, or Escape to leave it where it was.',
};

/** The pictures in order, sortable by dragging, keyboard, and buttons. */
export function PictureGrid({
  choice,
  uploadedFractions,
  isBusy,
  errors,
  onAnnounce,
  onEmpty,
}: PictureGridProps) {
  const { list } = choice;
  const grid = useRef<HTMLUListElement>(null);
  const ids = list.map(({ id }) => id);
  const cover = findCover(list);
  const sensors = useSensors(
    // Neither a click nor a swipe over the page starts a drag.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const nameOf = (id: unknown) => nameOfPicture(list, String(id));
  const positionOf = (id: unknown) => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  // Announce each position once, starting with the original one.
  const lastOverId = useRef<unknown>(null);
  const announcements: Announcements = {
    onDragStart() {
      lastOverId.current = null;
      return undefined;
    },
    onDragOver({ active, over }) {
      if (over === null || over.id === lastOverId.current) return undefined;
      const action =
        lastOverId.current === null && over.id === active.id ? 'picked up at' : 'moved to';
      lastOverId.current = over.id;
      return `${nameOf(active.id)} ${action} ${positionOf(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      `${nameOf(active.id)} dropped at ${positionOf((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${positionOf(active.id)}.`,
  };

  // If a change removes or disables the focused control, focus another control of its picture; if the
  // picture was removed, of its neighbor.
  const focusNext = useRef<string | null>(null);
  useEffect(() => {
    const id = focusNext.current;
    focusNext.current = null;
    const focused = document.activeElement;
    if (
      id === null ||
      (focused !== null && focused !== document.body && !isDisabledButton(focused))
    )
      return;
    const tile = grid.current?.querySelector(`[data-picture="${CSS.escape(id)}"]`);
    tile?.querySelector<HTMLElement>('[data-handle], button:enabled')?.focus();
  });

  const firstInvalid = ids.find((id) => errors.byId.has(id));
  useEffect(() => {
    if (firstInvalid === undefined || isBusy) return;
    const tile = grid.current?.querySelector(`[data-picture="${CSS.escape(firstInvalid)}"]`);
    tile?.querySelector('textarea')?.focus();
  }, [firstInvalid, isBusy]);

  function move(id: string, to: number) {
    onAnnounce(`${nameOf(id)} moved to position ${to + 1} of ${ids.length}.`);
    focusNext.current = id;
    choice.move(id, to);
  }

  function dropPicture({ active, over }: DragEndEvent) {
    if (over !== null) choice.move(String(active.id), ids.indexOf(String(over.id)));
  }

  function remove(index: number, isNew: boolean) {
    const id = ids[index] ?? '';
    const neighbor = ids[index + 1] ?? ids[index - 1];
    focusNext.current = isNew ? (neighbor ?? null) : id;
    if (isNew) {
      onAnnounce(`${nameOf(id)} removed.`);
      choice.remove(id);
      if (neighbor === undefined) onEmpty();
    } else {
      onAnnounce(`${nameOf(id)} will be deleted when you save.`);
      choice.toggleMarkedForDeletion(id);
    }
  }

  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={dropPicture}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy} disabled={isBusy}>
        <ul ref={grid} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {list.map((picture, index) => (
            <PictureTile
              key={picture.id}
              picture={picture}
              name={nameOf(picture.id)}
              index={index}
              count={list.length}
              isCover={picture.id === cover}
              uploadedFraction={uploadedFractions?.get(picture.id)}
              isBusy={isBusy}
              error={errors.byId.get(picture.id)}
              onMove={(to) => move(picture.id, to)}
              onDelete={() => remove(index, picture.kind === 'new')}
              onUndoDelete={() => {
                focusNext.current = picture.id;
                choice.toggleMarkedForDeletion(picture.id);
              }}
              canMoveLeft={list[index - 1]?.isFloorPlan === picture.isFloorPlan}
              canMoveRight={list[index + 1]?.isFloorPlan === picture.isFloorPlan}
              onFloorPlan={(isFloorPlan) => {
                focusNext.current = picture.id;
                choice.setFloorPlan(picture.id, isFloorPlan);
              }}
              onText={(text) => choice.setText(picture.id, text)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

const isDisabledButton = (element: Element) =>
  element instanceof HTMLButtonElement && element.disabled;
