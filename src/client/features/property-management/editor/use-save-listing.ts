import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ManagedProperty, PropertyForm } from '#shared/schemas/properties/property.ts';
import { refreshListings } from '../../../property-cards/refresh-listings.ts';
import { useIdempotentApi } from '../../../api/use-idempotent-api.ts';
import { isApiError, type ApiError } from '../../../api/api-error.ts';
import type { UploadProgress } from '../../../api/upload-transport.ts';
import { type PictureChanges, type Publishing, toListingFormData } from './listing-form-values.ts';

/** The state of the form's last save. */
export type SaveState =
  | { phase: 'idle' }
  /** `progress` is null until the first bytes are sent. */
  | { phase: 'sending'; progress: UploadProgress | null }
  | { phase: 'failed'; error: ApiError }
  /** `wasSent`: everything was sent, so the server may have saved the listing anyway. */
  | { phase: 'canceled'; wasSent: boolean };

/**
 * The result of a save: the listing, an error, or neither if the save was canceled or another one is
 * running.
 */
export type SaveResult = { saved: ManagedProperty } | { saved: null; error?: ApiError };

/**
 * Submits the form. If that fails, the form's values do not change.
 *
 * @param idRef the ID of the edited listing; undefined for a new one
 */
export function useSaveListing(idRef: RefObject<string | undefined>) {
  const api = useIdempotentApi();
  const queryClient = useQueryClient();
  const [state, setState] = useState<SaveState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  // Leaving the page aborts a running save.
  useEffect(() => () => running.current?.abort(), []);

  async function save(
    values: Partial<PropertyForm>,
    pictures: PictureChanges,
    publishing: Publishing,
  ): Promise<SaveResult> {
    // Allow only one save at a time, even if the shortcut is pressed repeatedly.
    if (running.current !== null) return { saved: null };
    const controller = new AbortController();
    running.current = controller;
    setState({ phase: 'sending', progress: null });
    const form = toListingFormData(values, pictures, publishing);
    const id = idRef.current;
    let wasSent = false;
    const options = {
      signal: controller.signal,
      onProgress(progress: UploadProgress) {
        wasSent = progress.sentBytes === progress.totalBytes;
        setState({ phase: 'sending', progress });
      },
    };
    try {
      const saved = await (id === undefined
        ? api.upload('POST /properties', { form }, options)
        : api.upload('PUT /properties/:id', { params: { id }, form }, options));
      refreshListings(queryClient);
      return { saved };
    } catch (error) {
      if (controller.signal.aborted) {
        setState({ phase: 'canceled', wasSent });
        if (wasSent) refreshListings(queryClient);
        return { saved: null };
      }
      // docs/product/dashboard.md, Listing form: a failed 'Add Property' is logged too.
      // oxlint-disable-next-line no-console
      if (id === undefined) console.error(error);
      if (!isApiError(error)) {
        setState({ phase: 'idle' });
        throw error;
      }
      setState({ phase: 'failed', error });
      return { saved: null, error };
    } finally {
      running.current = null;
    }
  }

  /** Returns the paths of the listing's current pictures; null if they cannot be fetched. */
  async function findPicturePaths(): Promise<string[] | null> {
    const id = idRef.current;
    if (id === undefined) return null;
    try {
      return (await api.call('GET /properties/:id', { params: { id } })).images;
    } catch {
      return null;
    }
  }

  return { state, save, findPicturePaths, cancel: () => running.current?.abort() };
}
