/** A progress bar; `percent` is null while unknown. */
export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  return (
    <progress
      aria-label={label}
      max={100}
      {...(percent === null ? {} : { value: percent })}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-line accent-brand [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-brand"
    />
  );
}
