import {
  MAX_SITE_ABOUT_LENGTH,
  MAX_SITE_LABEL_LENGTH,
  MAX_SITE_SENTENCE_LENGTH,
  MAX_SITE_STATS,
  MAX_SITE_TEAM,
  MAX_SITE_TESTIMONIALS,
  MAX_SITE_VALUES,
} from '#shared/limits.ts';
import type { Site } from '#shared/schemas/site.ts';
import { defaultSite } from '#shared/site/site-defaults.ts';
import { isSame } from '../../../forms/pick-changed.ts';
import { EntryList } from './entry-list.tsx';
import { ResettableSection } from './resettable-section.tsx';
import { PictureField } from './picture-field.tsx';
import { useSiteForm } from './site-form.ts';
import { hasPictures, movePictures } from './site-draft.ts';
import { TextField } from './text-field.tsx';

const DEFAULTS = defaultSite();
const LABEL = { maxLength: MAX_SITE_LABEL_LENGTH };
const SENTENCE = { maxLength: MAX_SITE_SENTENCE_LENGTH, rows: 2 };

/** The top of the home page. */
export function HeroSection() {
  const { draft, set, pictures, setPicture } = useSiteForm();
  const { hero } = draft;
  const change = (changes: Partial<Site['hero']>) => set({ hero: { ...hero, ...changes } });
  return (
    <ResettableSection
      title="Home page"
      text="What visitors see first."
      isDefault={isSame(hero, DEFAULTS.hero) && pictures['heroImage'] === undefined}
      onReset={() => {
        set({ hero: DEFAULTS.hero });
        setPicture('heroImage', null);
      }}
    >
      <TextField
        {...LABEL}
        label="Line above the heading"
        path="hero.eyebrow"
        value={hero.eyebrow}
        onChange={(eyebrow) => change({ eyebrow })}
      />
      <TextField
        {...LABEL}
        label="Heading"
        path="hero.heading"
        value={hero.heading}
        onChange={(heading) => change({ heading })}
      />
      <TextField
        {...SENTENCE}
        label="Text below the heading"
        path="hero.text"
        value={hero.text}
        onChange={(text) => change({ text })}
      />
      <PictureField
        label="Hero picture"
        field="heroImage"
        setting="hero.image"
        current={hero.image}
        onRemove={() => change({ image: null })}
        hint="Portrait works best. Cropped to 8:9 on desktop, 4:3 on phones; at least 1,200 px wide."
        frame="h-28 w-25 rounded-sm"
      />
    </ResettableSection>
  );
}

/** The testimonials on the home page. */
export function TestimonialsSection() {
  const { draft, set, pictures, setPictures } = useSiteForm();
  return (
    <ResettableSection
      title="Testimonials"
      text="On the home page. The section is hidden if there are none."
      isDefault={
        isSame(draft.testimonials, DEFAULTS.testimonials) && !hasPictures(pictures, 'testimonial')
      }
      onReset={() => {
        set({ testimonials: DEFAULTS.testimonials });
        setPictures(movePictures(pictures, 'testimonial', []));
      }}
    >
      <EntryList
        noun="Testimonial"
        entries={draft.testimonials}
        max={MAX_SITE_TESTIMONIALS}
        newEntry={{ quote: '', name: '', role: '', avatar: null }}
        onChange={(testimonials, order) => {
          set({ testimonials });
          setPictures(movePictures(pictures, 'testimonial', order));
        }}
      >
        {({ quote, name, role, avatar }, index, change) => (
          <>
            <TextField
              {...SENTENCE}
              label="Quote"
              path={`testimonials.${index}.quote`}
              value={quote}
              onChange={(value) => change({ quote: value })}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                {...LABEL}
                label="Name"
                path={`testimonials.${index}.name`}
                value={name}
                onChange={(value) => change({ name: value })}
              />
              <TextField
                {...LABEL}
                label="Role"
                path={`testimonials.${index}.role`}
                value={role}
                onChange={(value) => change({ role: value })}
              />
            </div>
            <PictureField
              label={`Picture of testimonial ${index + 1}`}
              field={`testimonial:${index}`}
              setting={`testimonials.${index}.avatar`}
              current={avatar}
              onRemove={() => change({ avatar: null })}
              hint="We’ll crop it to a square."
              frame="size-16 rounded-full"
            />
          </>
        )}
      </EntryList>
    </ResettableSection>
  );
}

/** The 'About' page. */
export function AboutSection() {
  const { draft, set, pictures, setPictures } = useSiteForm();
  const { about } = draft;
  const defaultAbout = defaultSite(draft.name).about;
  const change = (changes: Partial<Site['about']>) => set({ about: { ...about, ...changes } });
  return (
    <ResettableSection
      title="About page"
      text="Who you are and what you stand for. Sections without entries are hidden."
      isDefault={isSame(about, defaultAbout) && !hasPictures(pictures, 'team')}
      onReset={() => {
        set({ about: defaultAbout });
        setPictures(movePictures(pictures, 'team', []));
      }}
    >
      <TextField
        {...LABEL}
        label="Heading"
        path="about.heading"
        value={about.heading}
        onChange={(heading) => change({ heading })}
      />
      <TextField
        label="Text"
        path="about.text"
        rows={4}
        maxLength={MAX_SITE_ABOUT_LENGTH}
        value={about.text}
        onChange={(text) => change({ text })}
      />
      <h3 className="mt-3 font-semibold">Values</h3>
      <EntryList
        noun="Value"
        entries={about.values}
        max={MAX_SITE_VALUES}
        newEntry={{ title: '', text: '' }}
        onChange={(values) => change({ values })}
      >
        {(value, index, changeValue) => (
          <>
            <TextField
              {...LABEL}
              label="Title"
              path={`about.values.${index}.title`}
              value={value.title}
              onChange={(title) => changeValue({ title })}
            />
            <TextField
              {...SENTENCE}
              label="Text"
              path={`about.values.${index}.text`}
              value={value.text}
              onChange={(text) => changeValue({ text })}
            />
          </>
        )}
      </EntryList>
      <h3 className="mt-3 font-semibold">Team</h3>
      <EntryList
        noun="Person"
        entries={about.team}
        max={MAX_SITE_TEAM}
        newEntry={{ name: '', role: '', image: null }}
        onChange={(team, order) => {
          change({ team });
          setPictures(movePictures(pictures, 'team', order));
        }}
      >
        {(person, index, changePerson) => (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                {...LABEL}
                label="Name"
                path={`about.team.${index}.name`}
                value={person.name}
                onChange={(name) => changePerson({ name })}
              />
              <TextField
                {...LABEL}
                label="Role"
                path={`about.team.${index}.role`}
                value={person.role}
                onChange={(role) => changePerson({ role })}
              />
            </div>
            <PictureField
              label={`Picture of person ${index + 1}`}
              field={`team:${index}`}
              setting={`about.team.${index}.image`}
              current={person.image}
              onRemove={() => changePerson({ image: null })}
              hint="We’ll crop it to a square."
              frame="size-16 rounded-md"
            />
          </>
        )}
      </EntryList>
      <h3 className="mt-3 font-semibold">Numbers</h3>
      <EntryList
        noun="Number"
        entries={about.stats}
        max={MAX_SITE_STATS}
        newEntry={{ label: '', value: '' }}
        onChange={(stats) => change({ stats })}
      >
        {(stat, index, changeStat) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...LABEL}
              label="Number"
              path={`about.stats.${index}.value`}
              value={stat.value}
              onChange={(value) => changeStat({ value })}
            />
            <TextField
              {...LABEL}
              label="Description"
              path={`about.stats.${index}.label`}
              value={stat.label}
              onChange={(label) => changeStat({ label })}
            />
          </div>
        )}
      </EntryList>
    </ResettableSection>
  );
}
