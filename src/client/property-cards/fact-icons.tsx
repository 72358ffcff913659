/** The icons of the cards' facts: they stand in a page once, and each card points to them. */

/** Lucide's bed-double, bath and ruler, each in one path: three components of it weigh twice as much. */
const ICONS = {
  beds: 'M2 20v-8a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v8M4 10V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v4M12 4v6M2 18h20',
  baths:
    'M10 4 8 6M17 19v2M2 12h20M7 19v2M9 5 7.621 3.621A2.121 2.121 0 0 0 4 5v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5',
  area: 'M21.3 15.3a2.4 2.4 0 0 1 0 3.4l-2.6 2.6a2.4 2.4 0 0 1-3.4 0L2.7 8.7a2.41 2.41 0 0 1 0-3.4l2.6-2.6a2.41 2.41 0 0 1 3.4 0ZM14.5 12.5l2-2M11.5 9.5l2-2M8.5 6.5l2-2M17.5 15.5l2-2',
} as const;

/** Stands on a page with cards, and shows nothing itself. */
export function FactIcons() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(ICONS).map(([name, d]) => (
        <symbol key={name} id={`fact-${name}`} viewBox="0 0 24 24">
          <path
            d={d}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </symbol>
      ))}
    </svg>
  );
}

/** One line of a card's facts: its icon, in the color of the text also where colors are forced, and what it says. */
export function Fact({ icon, text }: { icon: keyof typeof ICONS; text: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" className="size-4">
        <use href={`#fact-${icon}`} />
      </svg>
      {text}
    </li>
  );
}
