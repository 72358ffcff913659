import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId, useSyncExternalStore } from 'react';
import { chooseTheme, themeStore } from './theme.ts';

const CHOICES = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** Chooses the colour scheme. Only there when scripts run. */
export function ThemeSwitch() {
  const name = useId();
  const theme = useSyncExternalStore(
    themeStore.subscribe,
    themeStore.getSnapshot,
    themeStore.getServerSnapshot,
  );

  return (
    <fieldset className="needs-js inline-flex rounded-full border border-line p-0.5">
      <legend className="sr-only">Colour scheme</legend>
      {CHOICES.map(({ theme: choice, label, Icon }) => (
        <label
          key={choice}
          title={label}
          className="touch-target relative inline-flex size-8 cursor-pointer items-center justify-center rounded-full text-ink-faint transition-colors hover:text-ink has-checked:bg-line has-checked:text-ink forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={theme === choice}
            onChange={() => chooseTheme(choice)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full focus-visible:outline-none"
          />
          <Icon aria-hidden="true" className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
