import type { ReactNode } from 'react';
import { FormSection } from '../../../forms/form-section.tsx';
import { Button } from '../../../ui/actions/button.tsx';

export interface FormPartProps {
  title: string;
  text: string;
  /** Whether all values are defaults, so there is nothing to reset. */
  isDefault: boolean;
  onReset: () => void;
  children: ReactNode;
}

/** A part of the settings, with a button to restore its defaults. */
export function FormPart({ title, text, isDefault, onReset, children }: FormPartProps) {
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
