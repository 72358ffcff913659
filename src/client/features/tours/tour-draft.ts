import type { TourVisitorForm } from '#shared/schemas/tours/tour.ts';
import { forgetAtSignOut } from '../../session/device-memory.ts';

const EMPTY: TourVisitorForm = { name: '', email: '', phone: '', message: '' };

let draft = EMPTY;
forgetAtSignOut(() => (draft = EMPTY));

/** What was typed into the form for a tour, for as long as the page lives and its user is the same. */
export const readTourDraft = (): TourVisitorForm => draft;

export function keepTourDraft(typed: TourVisitorForm): void {
  draft = { ...typed };
}
