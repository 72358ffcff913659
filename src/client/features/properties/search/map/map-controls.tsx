import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Minus from 'lucide-react/icons/minus';
import Move from 'lucide-react/icons/move';
import Plus from 'lucide-react/icons/plus';
import type { Map as LeafletMap } from 'leaflet';
import { useState, type ReactNode } from 'react';

/** How far a button moves the map, as a fraction of the visible part. */
const PAN_FRACTION = 0.35;

const MOVES = [
  { label: 'Move up', icon: <ChevronUp />, by: [0, -1], className: 'col-start-2 row-start-1' },
  { label: 'Move left', icon: <ChevronLeft />, by: [-1, 0], className: 'col-start-1 row-start-2' },
  { label: 'Move right', icon: <ChevronRight />, by: [1, 0], className: 'col-start-3 row-start-2' },
  { label: 'Move down', icon: <ChevronDown />, by: [0, 1], className: 'col-start-2 row-start-3' },
] as const;

/** Buttons that zoom and move the map without dragging (WCAG 2.5.7). */
export function MapControls({ map }: { map: LeafletMap }) {
  const [isOpen, setIsOpen] = useState(false);
  const move = ([x, y]: readonly [number, number]) => {
    const size = map.getSize();
    map.panBy([x * size.x * PAN_FRACTION, y * size.y * PAN_FRACTION]);
  };
  return (
    <div className="map-controls absolute right-3 bottom-24 z-10 flex flex-col items-end gap-2 md:bottom-8">
      {isOpen && (
        <div className="grid grid-cols-3 rounded-md bg-surface/90 p-1 shadow-pop">
          {MOVES.map(({ label, icon, by, className }) => (
            <ControlButton key={label} label={label} className={className} onClick={() => move(by)}>
              {icon}
            </ControlButton>
          ))}
        </div>
      )}
      <div className="flex flex-col overflow-hidden rounded-md border border-line bg-surface shadow-pop">
        <ControlButton label="Zoom in" onClick={() => map.zoomIn()}>
          <Plus />
        </ControlButton>
        <ControlButton label="Zoom out" onClick={() => map.zoomOut()}>
          <Minus />
        </ControlButton>
        <ControlButton label="Pan controls" isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Move />
        </ControlButton>
      </div>
    </div>
  );
}

interface ControlButtonProps {
  label: string;
  onClick: () => void;
  className?: string;
  isExpanded?: boolean;
  children: ReactNode;
}

function ControlButton({
  label,
  onClick,
  className = '',
  isExpanded,
  children,
}: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={isExpanded}
      onClick={onClick}
      className={`inline-flex size-10 touch-target items-center justify-center text-ink hover:bg-sunken [&>svg]:size-5 ${className}`}
    >
      {children}
    </button>
  );
}
