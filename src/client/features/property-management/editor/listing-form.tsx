import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { FieldName } from '#shared/properties/property-fields.ts';
import type { PublishState } from '#shared/property-choices.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ManagedProperty, PropertyForm } from '#shared/schemas/properties/property.ts';
import { applyFieldErrors } from '../../../forms/form-errors.ts';
import { schemaResolver } from '../../../forms/schema-resolver.ts';
import { lastListUrl } from '../visited-lists.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { onSessionEnd } from '../../../session/device-memory.ts';
import { sessionStore, type SessionUser } from '../../../session/session-store.ts';
import { FactsSection } from './facts-section.tsx';
import { FormSection } from '../../../forms/form-section.tsx';
import { HomeSection, PlaceSection, SizeSection } from './listing-fields.tsx';
import { restoredText, storeDraft, storeChangesDuringSave, takeDraft } from './listing-draft.ts';
import {
  changedValues,
  EMPTY_LISTING,
  LISTING_FIELDS,
  type Publishing,
  toFormValues,
} from './listing-form-values.ts';
import { placePictureErrors, toPictureDraft, type PictureErrors } from './pictures/picture-list.ts';
import { PictureSection } from './pictures/picture-section.tsx';
import { useAddressPin } from './location/use-address-pin.ts';
import { PublishingSection } from './publishing-section.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { SaveBar } from './save-bar.tsx';
import { UnsavedChanges } from '../../../forms/unsaved-changes.tsx';
import { usePictureChoice } from './pictures/use-picture-choice.ts';
import { useAutosave } from './use-autosave.ts';
import { useMarketChoice } from './use-market-choice.ts';
import { useSaveListing } from './use-save-listing.ts';
import { useSaveShortcut } from './use-save-shortcut.ts';

const rules = schemaResolver(
  async () => (await import('#shared/schemas/properties/property.ts')).propertyFormSchema,
);
const NO_ERRORS: PictureErrors = { byId: new Map(), general: undefined };

export interface ListingFormProps {
  /** The user who edits the listing. */
  user: SessionUser;
  /** The listing when the form opened; undefined for a new one. */
  property?: ManagedProperty;
}

/** The form to add or edit a listing (docs/product/dashboard.md, Listing form). */
export function ListingForm({ user, property }: ListingFormProps) {
  const navigate = useNavigate();
  const [loaded] = useState(() =>
    property === undefined ? EMPTY_LISTING : toFormValues(property),
  );
  const form = useForm<PropertyForm, unknown, PropertyForm>({
    resolver: rules.resolver,
    defaultValues: loaded,
  });
  const addressPin = useAddressPin(form);
  const { errors, isDirty } = form.formState;
  const reviewReason = property?.reviewReason ?? null;
  const owner = { userId: user._id, listingId: property?._id };
  const [draft] = useState(() => takeDraft(owner));
  const pictures = usePictureChoice(property?.pictures, draft?.pictures ?? null);
  const id = useRef(property?._id ?? draft?.savedAs);
  const { state, save, cancel, findPicturePaths } = useSaveListing(id);
  const market = useMarketChoice(property, draft?.market);
  const isUnpublished = property?.publishState !== 'published';
  const isDraft = property === undefined || property.publishState === 'draft';
  const autosave = useAutosave({
    form,
    id,
    isEnabled: isDraft && state.phase !== 'sending',
    updatedAt: draft?.updatedAt ?? property?.updatedAt,
    publishing: market.publishing,
  });
  const changedNames = useRef(new Set<FieldName>());
  /** Drafts are sent in full. A banner warns if a draft has been saved elsewhere. */
  const toSentValues = (values: PropertyForm) =>
    isDraft ? values : changedValues(values, loaded, changedNames.current);
  const isBusy = state.phase === 'sending';
  const isMarketChanged = Object.keys(market.changes).length > 0;
  const isTextChanged = (isDirty || isMarketChanged) && autosave.state !== 'saved';
  const isChanged = isTextChanged || pictures.isChanged;

  const isSaved = useRef(false);
  const hasChanges = useCallback(() => isChanged && !isSaved.current, [isChanged]);
  const element = useRef<HTMLFormElement>(null);
  useSaveShortcut(element);

  useEffect(() => {
    if (draft === null) return;
    for (const field of LISTING_FIELDS) {
      const value = draft.values[field];
      if (value !== undefined) form.setValue(field, value, { shouldDirty: true });
    }
  }, [draft, form]);
  const [openedToken] = useState(() => sessionStore.getToken());
  const isStored = useRef(false);
  // Another session may already have started in another tab. The draft is restored only for its own user.
  const saveIfSessionEnded = useEffectEvent(() => {
    if (hasChanges() && !isStored.current && sessionStore.getToken() !== openedToken) {
      isStored.current = true;
      storeDraft(owner, {
        // Unchanged values are omitted: restoring them after the next sign-in would revert other users'
        // changes.
        values: changedValues(form.getValues(), loaded, changedNames.current),
        market: market.changes,
        pictures: toPictureDraft(pictures.list, property?.pictures),
        savedAs: id.current,
        updatedAt: autosave.loadedVersion(),
      });
    }
  });
  useEffect(() => () => saveIfSessionEnded(), []);
  // The page that is then rendered with a new key restores the draft.
  useEffect(() => onSessionEnd(({ isSignOut }) => void (isSignOut || saveIfSessionEnded())), []);

  /**
   * @param submitted the form's values and the token when the user submitted it
   * @returns the saved listing; null if it was not saved, or if the form has been changed since and its
   *   page is reloaded with the changes
   */
  async function send(values: PropertyForm, publishing: Publishing, submitted: Submitted) {
    if (pictures.invalidCount > 0) {
      element.current?.querySelector<HTMLElement>('[data-picture] [aria-invalid]')?.focus();
      return null;
    }
    if (!(await autosave.settle())) return null;
    // Another user may have signed in since.
    if (sessionStore.getToken() !== submitted.token) return null;
    const result = await save(toSentValues(values), pictures.changes, {
      ...publishing,
      ...market.publishing,
    });
    if (result.saved === null) {
      if (result.error !== undefined) applyFieldErrors(result.error, form);
      // A picture marked for deletion may already be deleted. Update the form so that the next
      // attempt succeeds.
      if (result.error?.fieldErrors['imagesToDelete'] !== undefined) {
        const paths = await findPicturePaths();
        if (paths !== null) pictures.keepPaths(paths);
      }
      return null;
    }
    isSaved.current = true;
    autosave.recordSaved(result.saved);
    const sent = { values: submitted.values, market: market.choice };
    const current = { values: form.getValues(), market: market.getLatest() };
    if (!storeChangesDuringSave(user._id, result.saved, sent, current)) return result.saved;
    location.assign(pagePaths.editListing(result.saved._id));
    return null;
  }

  async function submit(values: PropertyForm, publishing: Publishing, submitted: Submitted) {
    const saved = await send(values, publishing, submitted);
    if (saved === null) return;
    const { text, next } = saveConfirmation(user, property, saved);
    showToast({
      tone: 'success',
      text,
      action: { label: next.label, onSelect: () => void navigate(next.href) },
    });
    await navigate(lastListUrl(pagePaths.myListings()));
  }

  /** Waits for a pending address lookup, and then submits the form if it is valid. */
  async function submitWith(publishing: Publishing) {
    const token = sessionStore.getToken();
    await addressPin.settle();
    const submitted = { values: form.getValues(), token };
    await form.handleSubmit(async (values) => submit(values, publishing, submitted))();
  }

  /**
   * Saves the values as a draft, even if they are incomplete, and opens the list. 'preview' opens the
   * listing's page instead, and does not turn a scheduled or reviewed listing into a draft.
   */
  async function saveDraft(next: 'list' | 'preview') {
    const values = form.getValues();
    // Saving a scheduled listing without changes could put it into review.
    if (next === 'preview' && property !== undefined && !isDraft && !isChanged) {
      await navigate(pagePaths.property(property._id));
      return;
    }
    if (values.title.trim() === '') {
      form.setError('title', { message: 'A draft needs a title.' }, { shouldFocus: true });
      return;
    }
    const publishing = next === 'list' || isDraft ? { publishState: 'draft' } : {};
    const saved = await send(values, publishing, { values, token: sessionStore.getToken() });
    if (saved === null) return;
    if (next === 'list' || (property !== undefined && saved.publishState !== property.publishState))
      showToast({ tone: 'success', text: SAVED_TEXTS[saved.publishState] });
    await navigate(
      next === 'list' ? lastListUrl(pagePaths.myListings()) : pagePaths.property(saved._id),
    );
  }

  return (
    <form
      ref={element}
      noValidate
      method="post"
      onFocusCapture={rules.preload}
      onSubmit={(event) => {
        event.preventDefault();
        void submitWith(isUnpublished ? { publishState: 'published' } : {});
      }}
      // Keeps a focused field clear of the save bar, which is sticky if the window is tall enough.
      className="[@media(min-height:28rem)]:[&_:is(a,input,select,textarea,button)]:scroll-mb-32"
    >
      {draft !== null && (
        <Banner tone="info" className="mb-6">
          {restoredText(draft)}
        </Banner>
      )}
      {reviewReason !== null && (
        <Banner tone="info" className="mb-6">
          Changes requested: {reviewReason}
        </Banner>
      )}
      {autosave.isSavedElsewhere && (
        <Banner
          tone="info"
          className="mb-6"
          action={
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                isSaved.current = true;
                if (id.current !== undefined) location.assign(pagePaths.editListing(id.current));
              }}
            >
              Load latest version
            </Button>
          }
        >
          This draft was changed elsewhere. If you save it here, you’ll overwrite the changes.
        </Banner>
      )}
      <HomeSection form={form} />
      <SizeSection form={form} />
      <PlaceSection form={form} addressPin={addressPin} />
      <FactsSection form={form} />
      <FormSection
        title="Pictures"
        text="The first photo is the cover. Landscape pictures look best. Add alt text for people using screen readers."
      >
        <PictureSection
          choice={pictures}
          progress={isBusy ? state.progress : null}
          isBusy={isBusy}
          errors={
            state.phase === 'failed' ? placePictureErrors(pictures.list, state.error) : NO_ERRORS
          }
        />
      </FormSection>
      <PublishingSection
        property={property}
        choice={market.choice}
        error={state.phase === 'failed' ? state.error.fieldErrors['expiresOn'] : undefined}
        onChange={(choice) => {
          market.set(choice);
          autosave.schedule();
        }}
      />
      <SaveBar
        actions={
          isUnpublished && (
            <>
              <Button
                variant="secondary"
                className="whitespace-nowrap max-sm:flex-1"
                onClick={() => void saveDraft('list')}
              >
                Save draft
              </Button>
              <Button
                variant="secondary"
                className="max-sm:flex-1"
                onClick={() => void saveDraft('preview')}
              >
                Preview
              </Button>
              <ScheduleDialog
                onSchedule={(publishAt) =>
                  void submitWith({ publishState: 'scheduled', publishAt })
                }
              />
            </>
          )
        }
        label={isUnpublished ? 'Add Property' : 'Save Changes'}
        state={state}
        pictureCount={pictures.changes.added.length}
        isChanged={isChanged}
        autosave={autosave.state}
        invalidCount={Object.keys(errors).length + pictures.invalidCount}
        onCancelUpload={cancel}
      />
      <UnsavedChanges hasChanges={hasChanges} />
    </form>
  );
}

interface Submitted {
  values: PropertyForm;
  token: string | null;
}

const SAVED_TEXTS: Record<PublishState, string> = {
  draft: 'Draft saved.',
  in_review: 'Listing submitted for approval.',
  changes_requested: 'Changes saved.',
  scheduled: 'Listing scheduled.',
  published: 'Listing published.',
};

/** Returns the confirmation of a save and a link: to a new listing, the listing's page, or the list. */
function saveConfirmation(
  user: SessionUser,
  before: ManagedProperty | undefined,
  saved: ManagedProperty,
) {
  if (before?.publishState !== 'published') {
    const next = { label: 'Add another', href: pagePaths.addListing() };
    return { text: SAVED_TEXTS[saved.publishState], next };
  }
  const next =
    before.agent._id === user._id
      ? { label: 'View', href: pagePaths.property(saved._id) }
      : { label: 'Back to Property Mgt.', href: lastListUrl(pagePaths.manageProperties()) };
  return { text: 'Changes saved.', next };
}
