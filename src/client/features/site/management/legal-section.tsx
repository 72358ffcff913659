import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '#shared/format/numbers.ts';
import { MAX_SITE_LEGAL_LENGTH } from '#shared/limits.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { ResettableSection } from './resettable-section.tsx';
import { useSiteForm } from './site-form.ts';
import { TextField } from './text-field.tsx';

// Only the preview needs the Markdown parser.
const LegalText = lazy(async () => ({ default: (await import('../legal-text.tsx')).LegalText }));

/** The Markdown texts of the legal pages. */
export function LegalSection() {
  const { draft, set } = useSiteForm();
  return (
    <ResettableSection
      title="Legal pages"
      text="Supports Markdown. Blank pages are hidden from the footer."
      isDefault={draft.privacy === null && draft.terms === null}
      onReset={() => set({ privacy: null, terms: null })}
    >
      <LegalField
        label="Privacy Policy"
        path="privacy"
        value={draft.privacy}
        onChange={(privacy) => set({ privacy })}
      />
      <LegalField
        label="Terms of Service"
        path="terms"
        value={draft.terms}
        onChange={(terms) => set({ terms })}
      />
    </ResettableSection>
  );
}

interface LegalFieldProps {
  label: string;
  path: 'privacy' | 'terms';
  value: string | null;
  onChange: (value: string | null) => void;
}

function LegalField({ label, path, value, onChange }: LegalFieldProps) {
  const [isPreview, setIsPreview] = useState(false);
  const text = value ?? '';
  return (
    <div>
      {isPreview ? (
        <section aria-label={`Preview of ${label}`}>
          <h3 className="mb-1.5 text-sm font-semibold">{label}</h3>
          <div className="max-h-96 overflow-y-auto rounded-sm border border-line bg-surface p-4">
            <Suspense fallback={<Spinner />}>
              {text === '' ? (
                <p className="text-ink-faint">Nothing to preview yet.</p>
              ) : (
                <LegalText text={text} />
              )}
            </Suspense>
          </div>
        </section>
      ) : (
        <TextField
          label={label}
          path={path}
          rows={8}
          value={text}
          maxLength={MAX_SITE_LEGAL_LENGTH}
          onChange={(typed) => onChange(typed === '' ? null : typed)}
        />
      )}
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-faint">
        <span className="figures">
          {formatNumber(text.length)} of {formatNumber(MAX_SITE_LEGAL_LENGTH)} characters
        </span>
        <Button
          variant="quiet"
          size="sm"
          aria-label={`${isPreview ? 'Write' : 'Preview'}: ${label}`}
          onClick={() => setIsPreview(!isPreview)}
        >
          {isPreview ? 'Write' : 'Preview'}
        </Button>
      </div>
    </div>
  );
}
