/** The tooltip of a chart's point or segment; screen readers announce it. */
export function ChartTooltip({ title, text }: { title: string; text: string }) {
  return (
    <output className="block rounded-sm border border-line bg-surface px-3 py-2 text-sm leading-snug text-ink shadow-pop">
      <span className="block text-ink-soft">{title}</span>
      <span className="block font-semibold figures">{text}</span>
    </output>
  );
}
