import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ManagedProperty, PropertyForm } from '#shared/schemas/properties/property.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useIdempotentApi } from '../../../api/use-idempotent-api.ts';
import { refreshListings } from '../../../property-cards/refresh-listings.ts';
import { sessionStore } from '../../../session/session-store.ts';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { type Publishing, toListingFormData } from './listing-form-values.ts';

/** Delay between the last input and a save, in milliseconds. */
const AUTOSAVE_DELAY_MS = 3_000;
const CHANNEL = 'doorstep-drafts';
/** An automatic save sends no pictures. They are uploaded when the user saves. */
const NO_PICTURES = { added: [], order: [], texts: {}, kinds: {} };
const onProgress = () => undefined;

/** `rejected`: not saved, for example because a value is invalid; further input triggers a retry. */
export type AutosaveState = 'idle' | 'saving' | 'saved' | 'rejected';

/**
 * Saves a draft to the server when typing stops (docs/product/publishing.md, Drafts).
 *
 * @param options.id the listing's ID; set when a new listing is first saved
 * @param options.isEnabled whether the listing is a draft or new, and the form is not being submitted
 */
export function useAutosave(options: {
  form: UseFormReturn<PropertyForm, unknown, PropertyForm>;
  id: RefObject<string | undefined>;
  isEnabled: boolean;
  /** The listing's `updatedAt` that the form's values are based on. */
  updatedAt: string | undefined;
  publishing: Publishing;
}) {
  const { form, id: idRef, isEnabled } = options;
  const api = useIdempotentApi();
  const queryClient = useQueryClient();
  const [state, setState] = useState<AutosaveState>('idle');
  const [isSavedElsewhere, setIsSavedElsewhere] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(undefined);
  const channel = useRef<BroadcastChannel>(undefined);
  const updatedAt = useRef(options.updatedAt);
  const hasNewInput = useRef(false);

  async function send(): Promise<void> {
    const values = form.getValues();
    if (values.title.trim() === '') return;
    setState('saving');
    hasNewInput.current = false;
    const data = toListingFormData(values, NO_PICTURES, {
      ...options.publishing,
      publishState: 'draft',
    });
    try {
      if (await isChangedElsewhere()) {
        setIsSavedElsewhere(true);
        setState('rejected');
        return;
      }
      const saved = await (idRef.current === undefined
        ? api.upload('POST /properties', { form: data }, { onProgress })
        : api.upload(
            'PUT /properties/:id',
            { params: { id: idRef.current }, form: data },
            { onProgress },
          ));
      recordSaved(saved);
      setState(hasNewInput.current ? 'idle' : 'saved');
      refreshListings(queryClient);
    } catch (error) {
      setState('rejected');
      // The listing is no longer a draft.
      if (isApiError(error) && error.status === 409) setIsSavedElsewhere(true);
    }
  }

  /**
   * Returns whether the listing was changed elsewhere since this form loaded or saved it. Returns false
   * if the listing cannot be fetched because the save then fails as well and reports the reason.
   */
  async function isChangedElsewhere(): Promise<boolean> {
    const id = idRef.current;
    if (id === undefined) return false;
    const stored = await api.call('GET /properties/:id', { params: { id } }).catch(() => undefined);
    return stored !== undefined && stored.updatedAt !== updatedAt.current;
  }

  /** Records that the listing was saved from this form, and notifies other tabs. */
  function recordSaved(saved: ManagedProperty): void {
    idRef.current = saved._id;
    updatedAt.current = saved.updatedAt;
    setIsSavedElsewhere(false);
    channel.current?.postMessage(saved._id);
  }

  const save = useEffectEvent((token: string | null) => {
    // Save one at a time. The next save includes later changes.
    running.current = (running.current ?? Promise.resolve()).then(async () => {
      if (sessionStore.getToken() === token) await send();
    });
  });
  const schedule = useEffectEvent(() => {
    if (!isEnabled) return;
    hasNewInput.current = true;
    setState('idle');
    clearTimeout(timer.current);
    // Another user may sign in before the form is saved.
    const token = sessionStore.getToken();
    timer.current = setTimeout(() => save(token), AUTOSAVE_DELAY_MS);
  });
  const checkOtherSaves = useEffectEvent(async () => {
    if (!isEnabled || idRef.current === undefined) return;
    await running.current;
    if (await isChangedElsewhere()) setIsSavedElsewhere(true);
  });

  useEffect(() => {
    const { unsubscribe } = form.watch(() => schedule());
    return () => {
      unsubscribe();
      clearTimeout(timer.current);
    };
  }, [form]);

  useEffect(() => {
    const newChannel = new BroadcastChannel(CHANNEL);
    channel.current = newChannel;
    newChannel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === idRef.current) setIsSavedElsewhere(true);
    });
    // Other browsers and devices cannot post to the channel, so check when the window gets focus.
    const check = () => void checkOtherSaves();
    addEventListener('focus', check);
    return () => {
      newChannel.close();
      removeEventListener('focus', check);
    };
  }, [idRef]);

  return {
    state,
    isSavedElsewhere,
    schedule: () => schedule(),
    recordSaved,
    /** Returns the listing's `updatedAt` when this form last loaded or saved it. */
    loadedVersion: () => updatedAt.current,
    /**
     * Cancels a pending save and waits for a running one before the form is submitted.
     *
     * @returns false if the draft was changed elsewhere and the user has not been told yet
     */
    async settle(): Promise<boolean> {
      clearTimeout(timer.current);
      await running.current;
      if (!isEnabled || isSavedElsewhere) return true;
      const isChanged = await isChangedElsewhere();
      if (!isChanged) return true;
      setIsSavedElsewhere(true);
      showToast({ tone: 'error', text: 'This draft was changed elsewhere and was not saved.' });
      return false;
    },
  };
}
