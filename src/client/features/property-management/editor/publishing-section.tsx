import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { FormSection } from '../../../forms/form-section.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import type { MarketChoice } from './use-market-choice.ts';

export interface PublishingSectionProps {
  property: ManagedProperty | undefined;
  choice: MarketChoice;
  error: string | undefined;
  onChange: (choice: MarketChoice) => void;
}

/** The listing's expiration date and whether it is under contract. */
export function PublishingSection({ property, choice, error, onChange }: PublishingSectionProps) {
  return (
    <FormSection
      title="On the market"
      text="The listing goes off the market on this date. We’ll remind you a week before."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Expires on" hint="Optional" error={error}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={choice.expiresOn}
              onChange={(event) => onChange({ ...choice, expiresOn: event.target.value })}
            />
          )}
        </Field>
      </div>
      {property?.isAvailable === true && (
        <Checkbox
          label={property.status === 'For Rent' ? 'Application pending' : 'Under contract'}
          checked={choice.isUnderContract}
          onChange={(event) => onChange({ ...choice, isUnderContract: event.target.checked })}
        />
      )}
    </FormSection>
  );
}
