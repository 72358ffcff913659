import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type FormEvent } from 'react';
import type { Site } from '#shared/schemas/site.ts';
import { toPageSite } from '#shared/site/site-view.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { showSite, useSite } from '../../../api/page-data/site.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { UnsavedChanges } from '../../../forms/unsaved-changes.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import {
  ContactSection,
  IdentitySection,
  NoticesSection,
  SocialSection,
} from './identity-sections.tsx';
import { LegalSection } from './legal-section.tsx';
import {
  type DraftPictures,
  hasChanges as hasDraftChanges,
  mergeSaved,
  overridesOf,
  type SiteDraft,
  type SiteFormState,
  toDraft,
  toForm,
} from './site-draft.ts';
import { SiteFileButtons } from './site-file-buttons.tsx';
import { type SiteForm, SiteFormProvider } from './site-form.ts';
import { SitePreview } from './site-preview.tsx';
import { AboutSection, HeroSection, TestimonialsSection } from './text-sections.tsx';

const siteQuery = apiQuery('GET /site', {});

/** The site settings that admins edit in the browser (docs/product/site.md, Site Settings). */
export function SiteSettings() {
  const { data, error, refetch, isFetching } = useQuery(siteQuery);
  return (
    <>
      <h1 className="display text-xl">Site Settings</h1>
      <p className="mt-1 text-ink-soft">Your site’s name, branding, and copy.</p>
      {data !== undefined ? (
        <SiteEditor site={data} />
      ) : error === null ? (
        <Spinner className="min-h-[50vh] justify-center" />
      ) : (
        <LoadError title="An Error Occurred" isRetrying={isFetching} onRetry={() => void refetch()}>
          The settings could not be loaded. Please try again.
        </LoadError>
      )}
    </>
  );
}

function SiteEditor({ site }: { site: Site }) {
  const queryClient = useQueryClient();
  const { policies } = useSite();
  const [savedDraft, setSavedDraft] = useState(() => toDraft(site));
  const [draft, setDraft] = useState<SiteDraft>(savedDraft);
  const [pictures, setPictures] = useState<DraftPictures>({});
  const isChanged = hasDraftChanges(savedDraft, draft, pictures);

  const save = useApiMutation(
    (api, sent: SiteFormState) =>
      api.call('PUT /site', { form: toForm(savedDraft, sent.draft, sent.pictures) }),
    {
      onSuccess: (changed, sent) => {
        applySaved(changed, sent);
        showToast({ tone: 'success', text: 'Saved. Your changes are live.' });
      },
    },
  );

  /** Applies the saved settings to the page and to the form, keeping edits made since the save. */
  function applySaved(changed: Site, sent: SiteFormState) {
    const next = toDraft(changed);
    const merged = mergeSaved(next, sent, { draft, pictures });
    const keptPictures = new Set(Object.values(merged.pictures));
    for (const picture of Object.values(pictures))
      if (!keptPictures.has(picture)) URL.revokeObjectURL(picture.url);
    setSavedDraft(next);
    setDraft(merged.draft);
    setPictures(merged.pictures);
    queryClient.setQueryData(siteQuery.queryKey, changed);
    void queryClient.invalidateQueries({ queryKey: ['GET /site/setup'] });
    showSite(toPageSite(overridesOf(next), changed.pictures, null, policies));
  }

  const errors = save.error?.fieldErrors;
  const form = useMemo<SiteForm>(
    () => ({
      draft,
      pictures,
      errors: errors ?? {},
      set: (changes) => setDraft((current) => ({ ...current, ...changes })),
      setPictures,
      setPicture: (field, picture) =>
        setPictures((current) => {
          const others = Object.entries(current).filter(([name]) => name !== field);
          return Object.fromEntries(picture === null ? others : [...others, [field, picture]]);
        }),
    }),
    [draft, pictures, errors],
  );
  const hasChanges = useCallback(() => isChanged, [isChanged]);

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate({ draft, pictures });
  }

  return (
    <SiteFormProvider value={form}>
      <SiteFileButtons
        isChanged={isChanged}
        onImported={(changed) => applySaved(changed, { draft, pictures })}
      />
      <div className="site-editor mt-6 grid items-start gap-x-10 gap-y-6">
        <div className="site-preview-column">
          <h2 className="mb-3 font-semibold">Preview</h2>
          <SitePreview />
        </div>
        <form noValidate onSubmit={submit} className="min-w-0">
          <IdentitySection />
          <ContactSection />
          <SocialSection />
          <NoticesSection />
          <HeroSection />
          <TestimonialsSection />
          <AboutSection />
          <LegalSection />
          <div
            data-foot-bar
            className="sticky bottom-0 z-20 -mx-(--gutter) mt-2 -mb-8 border-t border-line bg-paper px-(--gutter) py-3 [@media(max-height:28rem)]:static"
          >
            {save.error !== null && (
              <Banner tone="error" className="mb-3">
                {failureText(save.error, 'An unexpected error occurred.')}
              </Banner>
            )}
            <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
              <output className="min-w-0 flex-1 basis-40 text-sm text-ink-soft">
                {statusText(isChanged, Object.keys(errors ?? {}).length)}
              </output>
              <Button
                variant="secondary"
                disabled={!isChanged || save.isPending}
                onClick={() => {
                  setDraft(savedDraft);
                  setPictures({});
                  save.reset();
                }}
              >
                Discard Changes
              </Button>
              <Button
                type="submit"
                aria-disabled={!isChanged}
                busy={save.isPending}
                busyLabel="Saving..."
              >
                Save Changes
              </Button>
            </div>
          </div>
        </form>
      </div>
      <UnsavedChanges hasChanges={hasChanges} />
    </SiteFormProvider>
  );
}

function statusText(isChanged: boolean, invalidCount: number): string {
  if (invalidCount > 0)
    return invalidCount === 1 ? '1 field needs attention' : `${invalidCount} fields need attention`;
  return isChanged ? 'Unsaved changes' : '';
}
