import {
  MAX_SITE_LABEL_LENGTH,
  MAX_SITE_LINK_LENGTH,
  MAX_SITE_NOTICES,
  MAX_SITE_SENTENCE_LENGTH,
  MAX_SITE_SOCIAL,
} from '#shared/limits.ts';
import { type Site, SOCIAL_KINDS } from '#shared/schemas/site.ts';
import { defaultSite } from '#shared/site/site-defaults.ts';
import { isSame } from '../../../forms/pick-changed.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { AccentField } from './accent-field.tsx';
import { EntryList } from './entry-list.tsx';
import { ResettableSection } from './resettable-section.tsx';
import { PictureField } from './picture-field.tsx';
import { useSiteForm } from './site-form.ts';
import { TextField } from './text-field.tsx';

const DEFAULTS = defaultSite();

/** Name, tagline, logo, and accent. */
export function IdentitySection() {
  const { draft, set, pictures, setPicture } = useSiteForm();
  return (
    <ResettableSection
      title="Name and logo"
      text="Shown on every page, in emails, browser tabs, and home screens."
      isDefault={
        draft.name === DEFAULTS.name &&
        draft.tagline === DEFAULTS.tagline &&
        draft.logo === null &&
        draft.accent === null &&
        pictures['logo'] === undefined
      }
      onReset={() => {
        const { name, tagline, logo, accent } = DEFAULTS;
        set({ name, tagline, logo, accent });
        setPicture('logo', null);
      }}
    >
      <TextField
        label="Name"
        path="name"
        value={draft.name}
        maxLength={MAX_SITE_LABEL_LENGTH}
        onChange={(name) => set({ name })}
      />
      <TextField
        label="Tagline"
        path="tagline"
        value={draft.tagline}
        maxLength={MAX_SITE_SENTENCE_LENGTH}
        rows={2}
        hint="A sentence at the bottom of every page."
        onChange={(tagline) => set({ tagline })}
      />
      <PictureField
        label="Logo"
        field="logo"
        setting="logo"
        current={draft.logo}
        onRemove={() => set({ logo: null })}
        hint="Square logos sit beside the name; wide ones (2:1+) replace it. Use transparent PNG or WebP."
        frame="h-16 w-28 rounded-sm p-2"
      />
      <AccentField />
    </ResettableSection>
  );
}

const CONTACT_FIELDS: readonly {
  name: keyof Site['contact'];
  label: string;
  type?: 'email' | 'tel';
  className?: string;
}[] = [
  { name: 'company', label: 'Company', className: 'sm:col-span-2' },
  { name: 'street', label: 'Street', className: 'sm:col-span-2' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'zipCode', label: 'ZIP code' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'email', label: 'Email', type: 'email', className: 'sm:col-span-2' },
];

/** The site's contact details. */
export function ContactSection() {
  const { draft, set } = useSiteForm();
  return (
    <ResettableSection
      title="Contact details"
      text="Shown on the Contact page. Blank fields are hidden."
      isDefault={isSame(draft.contact, DEFAULTS.contact)}
      onReset={() => set({ contact: DEFAULTS.contact })}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {CONTACT_FIELDS.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            path={`contact.${name}`}
            value={draft.contact[name]}
            maxLength={MAX_SITE_LABEL_LENGTH}
            onChange={(value) => set({ contact: { ...draft.contact, [name]: value } })}
          />
        ))}
      </div>
    </ResettableSection>
  );
}

const KIND_LABELS: Record<(typeof SOCIAL_KINDS)[number], string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  other: 'Other',
};
const KINDS = SOCIAL_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }));

/** Social links in the footer. */
export function SocialSection() {
  const { draft, set } = useSiteForm();
  return (
    <ResettableSection
      title="Social links"
      text="At the bottom of every page. URLs must start with https://."
      isDefault={draft.social.length === 0}
      onReset={() => set({ social: [] })}
    >
      <EntryList<Site['social'][number]>
        noun="Link"
        entries={draft.social}
        max={MAX_SITE_SOCIAL}
        newEntry={{ kind: 'instagram', url: 'https://' }}
        onChange={(social) => set({ social })}
      >
        {(link, index, change) => (
          <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
            <Field label="Kind">
              {(control) => (
                <Select
                  {...control}
                  options={KINDS}
                  value={link.kind}
                  onChange={({ target }) =>
                    change({ kind: SOCIAL_KINDS.find((kind) => kind === target.value) ?? 'other' })
                  }
                />
              )}
            </Field>
            <TextField
              label="URL"
              type="url"
              path={`social.${index}.url`}
              value={link.url}
              maxLength={MAX_SITE_LINK_LENGTH}
              onChange={(url) => change({ url })}
            />
          </div>
        )}
      </EntryList>
    </ResettableSection>
  );
}

/** The Equal Housing Opportunity mark and the notices in the footer. */
export function NoticesSection() {
  const { draft, set } = useSiteForm();
  return (
    <ResettableSection
      title="Notices"
      text="At the bottom of every page, such as notices required by your state."
      isDefault={draft.equalHousing && draft.notices.length === 0}
      onReset={() => set({ equalHousing: true, notices: [] })}
    >
      <Checkbox
        label="Show the Equal Housing Opportunity mark"
        checked={draft.equalHousing}
        onChange={({ target }) => set({ equalHousing: target.checked })}
      />
      <EntryList<Site['notices'][number]>
        noun="Notice"
        entries={draft.notices}
        max={MAX_SITE_NOTICES}
        newEntry={{ label: '', url: 'https://' }}
        onChange={(notices) => set({ notices })}
      >
        {(notice, index, change) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Label"
              path={`notices.${index}.label`}
              value={notice.label}
              maxLength={MAX_SITE_LABEL_LENGTH}
              onChange={(label) => change({ label })}
            />
            <TextField
              label="URL"
              type="url"
              path={`notices.${index}.url`}
              value={notice.url}
              maxLength={MAX_SITE_LINK_LENGTH}
              onChange={(url) => change({ url })}
            />
          </div>
        )}
      </EntryList>
    </ResettableSection>
  );
}
