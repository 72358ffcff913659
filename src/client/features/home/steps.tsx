const STEPS = [
  {
    title: 'Search and discover',
    text: 'Filter by place, price, and rooms until every home on the list is worth a look.',
  },
  {
    title: 'Connect and tour',
    text: 'Message the agent from the listing to get your questions answered and book a tour.',
  },
  {
    title: 'Secure your home',
    text: 'Agree on terms, sign, and pick up the keys. The door is yours.',
  },
] as const;

/** Explains how the site works in three steps (docs/product/pages.md, Home). */
export function Steps() {
  return (
    <ol className="grid gap-10 md:grid-cols-3 md:gap-8">
      {STEPS.map((step, index) => (
        <li key={step.title} className="border-t border-line-strong pt-5">
          <span aria-hidden="true" className="display figures text-xl text-clay">
            {index + 1}
          </span>
          <h3 className="mt-6 text-lg font-semibold">{step.title}</h3>
          <p className="mt-2 max-w-[40ch] text-ink-soft">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
