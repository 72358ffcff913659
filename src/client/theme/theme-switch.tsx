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

/** Radio buttons for the color theme. Shown only with scripts. */
export function ThemeSwitch() {
  const name = useId();
  const theme = useSyncExternalStore(
    themeStore.subscribe,
    themeStore.getSnapshot,
    themeStore.getServerSnapshot,
  );

  return (
    <fieldset className="needs-js inline-flex rounded-full border border-line p-0.5">
      <legend className="sr-only">Color theme</legend>
      {CHOICES.map(({ theme: choice, label, Icon }) => (
        <label key={choice} title={label} className="theme-choice touch-target">
          <input
            type="radio"
            name={name}
            value={choice}
            checked={theme === choice}
            onChange={() => chooseTheme(choice)}
          />
          <Icon aria-hidden="true" className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
