import { createContext, use } from 'react';
import type { ChosenPicture } from '../../../forms/accepted-pictures.ts';
import type { DraftPictures, SiteDraft } from './site-draft.ts';

/** The state shared by the sections of the settings form. */
export interface SiteForm {
  draft: SiteDraft;
  pictures: DraftPictures;
  /** Errors of the last save, by path, such as `hero.heading`. */
  errors: Readonly<Record<string, string>>;
  /** Changes parts of the draft. */
  set: (changes: Partial<SiteDraft>) => void;
  setPictures: (pictures: DraftPictures) => void;
  setPicture: (field: string, picture: ChosenPicture | null) => void;
}

const SiteFormContext = createContext<SiteForm | null>(null);

export const SiteFormProvider = SiteFormContext.Provider;

/** Returns the state of the settings form. Throws outside of `SiteFormProvider`. */
export function useSiteForm(): SiteForm {
  const form = use(SiteFormContext);
  if (form === null) throw new Error('This section must be inside the site settings form.');
  return form;
}
