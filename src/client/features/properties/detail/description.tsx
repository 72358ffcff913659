import { useId, useRef, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { paragraphsOf } from '../../../property-cards/property-facts.ts';

/** Maximum length of a text without 'Read more', in characters: about two phone screens. */
const MAX_UNCOLLAPSED_LENGTH = 1_600;

/** The agent's description. A very long text is collapsed to keep the agent and the map close. */
export function Description({ text }: { text: string }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(text.length <= MAX_UNCOLLAPSED_LENGTH);
  const section = useRef<HTMLElement>(null);
  const isLong = text.length > MAX_UNCOLLAPSED_LENGTH;
  function toggle() {
    setIsOpen(!isOpen);
    // The button is at the end of the long text, so collapsing can leave the section out of view.
    if (isOpen) requestAnimationFrame(() => section.current?.scrollIntoView());
  }
  return (
    <section ref={section} aria-labelledby="description-heading" className="mt-10">
      <h2 id="description-heading" className="display mb-4 text-xl">
        About this home
      </h2>
      <div
        id={id}
        className={cx(
          'measure space-y-4 [overflow-wrap:anywhere] whitespace-pre-line lg:text-lg',
          // Show the full text without JavaScript and on paper.
          !isOpen &&
            'in-data-js:max-h-[38rem] in-data-js:overflow-hidden in-data-js:[mask-image:linear-gradient(black_calc(100%_-_5rem),transparent)] print:max-h-none! print:[mask-image:none]!',
        )}
      >
        {paragraphsOf(text).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      {isLong && (
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className="needs-js mt-4 print:hidden"
        >
          {isOpen ? 'Show less' : 'Read more'}
        </Button>
      )}
    </section>
  );
}
