import type { ReactNode } from 'react';
import { FormSection } from '../../../forms/form-section.tsx';
import { Button } from '../../../ui/actions/button.tsx';

export interface ResettableSectionProps {
  title: string;
  text: string;
  /** Whether all values are defaults, so there is nothing to reset. */
  isDefault: boolean;
  onReset: () => void;
  children: ReactNode;
}

/** A section of the settings, with a button to restore its defaults. */
export function ResettableSection({
  title,
  text,
  isDefault,
  onReset,
  children,
}: ResettableSectionProps) {
  return (
    <FormSection title={title} text={text}>
      {children}
      <div>
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3.5"
          aria-disabled={isDefault}
          aria-label={`Reset to default: ${title}`}
          onClick={onReset}
        >
          Reset to default
        </Button>
      </div>
    </FormSection>
  );
}
