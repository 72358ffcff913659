/** The Equal Housing Opportunity logo with its text (docs/product/site.md, Notices). */
export function EqualHousing() {
  return (
    <p className="inline-flex items-center gap-2">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6" fill="currentColor">
        <path
          fillRule="evenodd"
          d="M12 2 1.5 8v3.5H4V21h16v-9.5h2.5V8ZM6.5 9.6 12 6.4l5.5 3.2V18.5H6.5Z"
        />
        <path d="M8.5 10.5h7v2h-7zM8.5 14h7v2h-7z" />
      </svg>
      Equal Housing Opportunity
    </p>
  );
}
