import {
  MIN_PAGE_CONTRAST,
  MIN_TEXT_CONTRAST,
  accentContrast,
  nearestAccent,
} from '#shared/accent.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { useSiteForm } from './site-form.ts';

const COLOR = /^#[0-9a-f]{6}$/i;
/** The color in the picker if no valid accent is entered: the default green. */
const DEFAULT_GREEN = '#1a5238';

/** The field for the accent color, with its contrast. */
export function AccentField() {
  const { draft, set, errors } = useSiteForm();
  const { accent } = draft;
  const isColor = accent !== null && COLOR.test(accent);
  const contrast = isColor ? accentContrast(accent) : null;
  const suggestion = isColor ? nearestAccent(accent) : null;
  return (
    <div>
      <Field
        label="Accent color"
        hint="Buttons, links, and icons. Leave blank for the default green."
        error={errors['accent']}
      >
        {(control) => (
          <span className="flex items-center gap-3">
            <input
              type="color"
              aria-label="Choose accent color"
              value={isColor ? accent : DEFAULT_GREEN}
              onChange={(event) => set({ accent: event.target.value })}
              className="h-11 w-14 shrink-0 cursor-pointer rounded-sm border border-line-strong bg-surface p-1"
            />
            <Input
              {...control}
              value={accent ?? ''}
              maxLength={7}
              placeholder="#rrggbb"
              spellCheck={false}
              className="figures max-w-36"
              onChange={({ target }) =>
                set({ accent: target.value === '' ? null : target.value.toLowerCase() })
              }
            />
          </span>
        )}
      </Field>
      {contrast !== null && (
        <>
          <ul aria-label="Contrast" className="figures mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <Ratio label="with button text" value={contrast.textContrast} min={MIN_TEXT_CONTRAST} />
            <Ratio label="with the light theme" value={contrast.light} min={MIN_PAGE_CONTRAST} />
            <Ratio label="with the dark theme" value={contrast.dark} min={MIN_PAGE_CONTRAST} />
          </ul>
          {!contrast.isSufficient && suggestion !== null && (
            <p className="mt-2 flex flex-wrap items-center gap-3 text-sm text-ink-soft">
              This color does not stand out enough.
              <Button variant="secondary" size="sm" onClick={() => set({ accent: suggestion })}>
                <span
                  aria-hidden="true"
                  className="size-4 rounded-full"
                  style={{ backgroundColor: suggestion }}
                />
                Use {suggestion}
              </Button>
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Ratio({ label, value, min }: { label: string; value: number; min: number }) {
  const isSufficient = value >= min;
  return (
    <li className={cx(isSufficient ? 'text-ink-soft' : 'text-danger')}>
      {Math.floor(value * 10) / 10}:1 {label} {isSufficient ? '✓' : `(at least ${min}:1)`}
    </li>
  );
}
