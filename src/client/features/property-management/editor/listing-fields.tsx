import type { ChangeEvent, ClipboardEvent } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { PROPERTY_STATUSES, PROPERTY_TYPES } from '#shared/property-choices.ts';
import type { PropertyForm } from '#shared/schemas/properties/property.ts';
import type { Position } from '#shared/geo/bounds.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { isCompleteZip } from './location/address-pin.ts';
import { coordinateText, parsePositionPair } from './location/coordinates.ts';
import { FormSection } from '../../../forms/form-section.tsx';
import { LocationPicker } from './location/location-picker.tsx';
import type { useAddressPin } from './location/use-address-pin.ts';
import { NumberInput } from './number-input.tsx';

/** The react-hook-form API of the listing form. */
export type ListingFormApi = UseFormReturn<PropertyForm, unknown, PropertyForm>;

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const TYPE_OPTIONS = optionsOf(PROPERTY_TYPES);
const STATUS_OPTIONS = optionsOf(PROPERTY_STATUSES);

/** Title, description, property type, and status. */
export function HomeSection({ form }: { form: ListingFormApi }) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <FormSection
      title="Home details"
      text="The title appears on search cards; the description, on the listing page."
    >
      <Field label="Title" error={errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} autoComplete="off" />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Textarea {...control} {...register('description')} rows={6} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Property Type" error={errors.propertyType?.message}>
          {(control) => (
            <Select {...control} {...register('propertyType')} options={TYPE_OPTIONS} />
          )}
        </Field>
        <Field label="Status" error={errors.status?.message}>
          {(control) => <Select {...control} {...register('status')} options={STATUS_OPTIONS} />}
        </Field>
      </div>
    </FormSection>
  );
}

/** Price and size. */
export function SizeSection({ form }: { form: ListingFormApi }) {
  const { register } = form;
  const { errors } = form.formState;
  const isRent = useWatch({ control: form.control, name: 'status' }) === 'For Rent';
  return (
    <FormSection title="Price and size" text="Use whole numbers. Count a half bath as one.">
      <div className="grid grid-cols-2 items-start gap-5 md:grid-cols-[2fr_1fr_1fr_1.5fr]">
        <Field
          label="Price"
          hint={isRent ? 'US dollars per month' : 'US dollars'}
          error={errors.price?.message}
          className="max-md:col-span-2"
        >
          {(control) => <NumberInput {...control} {...register('price')} min={0} step="any" />}
        </Field>
        <Field label="Bedrooms" error={errors.bedrooms?.message}>
          {(control) => <NumberInput {...control} {...register('bedrooms')} min={0} />}
        </Field>
        <Field label="Bathrooms" error={errors.bathrooms?.message}>
          {(control) => <NumberInput {...control} {...register('bathrooms')} min={0} />}
        </Field>
        <Field label="Square Footage" error={errors.sqft?.message} className="max-md:col-span-2">
          {(control) => <NumberInput {...control} {...register('sqft')} min={0} />}
        </Field>
      </div>
    </FormSection>
  );
}

/** Address and position. */
export function PlaceSection({
  form,
  addressPin: { pin, lookUp, release },
}: {
  form: ListingFormApi;
  addressPin: ReturnType<typeof useAddressPin>;
}) {
  const { register, setValue } = form;
  const { errors, isSubmitted } = form.formState;
  const [latitude, longitude] = useWatch({
    control: form.control,
    name: ['latitude', 'longitude'],
  });

  function setPosition(position: Position) {
    release();
    const options = { shouldDirty: true, shouldValidate: isSubmitted };
    setValue('latitude', coordinateText(position.latitude), options);
    setValue('longitude', coordinateText(position.longitude), options);
  }

  /** Pasting a pair of coordinates into either field fills both. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const position = parsePositionPair(event.clipboardData.getData('text'));
    if (position === null) return;
    event.preventDefault();
    setPosition(position);
  }

  return (
    <FormSection
      title="Location"
      text="Buyers see the address; the pin places the home on the map."
    >
      <Field label="Address" error={errors.address?.message}>
        {(control) => (
          <Input {...control} {...register('address', { onBlur: lookUp })} autoComplete="off" />
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-5 md:grid-cols-[2fr_1fr_1fr]">
        <Field label="City" error={errors.city?.message} className="max-md:col-span-2">
          {(control) => (
            <Input {...control} {...register('city', { onBlur: lookUp })} autoComplete="off" />
          )}
        </Field>
        <Field label="State" error={errors.state?.message}>
          {(control) => (
            <Input {...control} {...register('state', { onBlur: lookUp })} autoComplete="off" />
          )}
        </Field>
        <Field label="ZIP Code" error={errors.zipCode?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('zipCode', {
                onBlur: lookUp,
                onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
                  if (isCompleteZip(target.value)) lookUp();
                },
              })}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      <div className="grid items-start gap-x-5 gap-y-5 lg:grid-cols-[14rem_1fr]">
        <div className="grid grid-cols-2 items-start gap-5 lg:grid-cols-1">
          <Field label="Latitude" error={errors.latitude?.message}>
            {(control) => (
              <NumberInput {...control} {...register('latitude')} step="any" onPaste={paste} />
            )}
          </Field>
          <Field label="Longitude" error={errors.longitude?.message}>
            {(control) => (
              <NumberInput {...control} {...register('longitude')} step="any" onPaste={paste} />
            )}
          </Field>
          <p className="text-sm text-ink-faint max-lg:col-span-2">
            Paste “30.2672, -97.7431” to fill in both.
          </p>
        </div>
        <LocationPicker latitude={latitude} longitude={longitude} onPick={setPosition} pin={pin} />
      </div>
    </FormSection>
  );
}
