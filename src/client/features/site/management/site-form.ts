import { createContext, use } from 'react';
import type { ChosenPicture } from '../../../forms/accepted-pictures.ts';
import type { DraftPictures, SiteDraft } from './site-draft.ts';

/** What the sections of the form work with. */
export interface SiteForm {
  draft: SiteDraft;
  pictures: DraftPictures;
  /** What the server said of the last try, by path (`hero.heading`). */
  errors: Readonly<Record<string, string>>;
  /** Changes parts of the draft. */
  set: (changes: Partial<SiteDraft>) => void;
  setPictures: (pictures: DraftPictures) => void;
  setPicture: (field: string, picture: ChosenPicture | null) => void;
}

const SiteFormContext = createContext<SiteForm | null>(null);

export const SiteFormProvider = SiteFormContext.Provider;

/** The form around a section. Throws outside of one. */
export function useSiteForm(): SiteForm {
  const form = use(SiteFormContext);
  if (form === null) throw new Error('This section belongs into the form of the site settings.');
  return form;
}
