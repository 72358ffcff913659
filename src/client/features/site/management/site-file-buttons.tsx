import { useRef, useState } from 'react';
import type { Site } from '#shared/schemas/site.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';

export interface SiteFileButtonsProps {
  /** Whether there are unsaved changes, which an import would discard. */
  isChanged: boolean;
  onImported: (site: Site) => void;
}

/** Downloads the settings as a file, and replaces all settings with those of an uploaded file. */
export function SiteFileButtons({ isChanged, onImported }: SiteFileButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);

  const download = useApiMutation((api) => api.call('GET /site/export', {}), {
    onSuccess: (content) => {
      const url = URL.createObjectURL(
        new Blob([JSON.stringify(content)], { type: 'application/json' }),
      );
      const link = document.createElement('a');
      link.href = url;
      link.download = 'site-settings.json';
      link.click();
      URL.revokeObjectURL(url);
    },
  });
  const upload = useApiMutation(
    (api, chosen: File) => {
      const form = new FormData();
      form.set('file', chosen);
      return api.call('POST /site/import', { form });
    },
    {
      onSuccess: (site) => {
        onImported(site);
        setFile(null);
        showToast({ tone: 'success', text: 'Settings imported.' });
      },
    },
  );

  return (
    <div className="mt-5">
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          busy={download.isPending}
          onClick={() => download.mutate()}
        >
          Download settings
        </Button>
        <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
          Upload settings
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="Settings file"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null);
            target.value = '';
          }}
        />
      </div>
      {download.error !== null && (
        <Banner tone="error" className="mt-3">
          {failureText(download.error, 'An unexpected error occurred.')}
        </Banner>
      )}
      <AlertDialog
        open={file !== null}
        onOpenChange={(open) => {
          if (open || upload.isPending) return;
          setFile(null);
          upload.reset();
        }}
        title="Replace all settings?"
        description={`The file will replace all settings. Settings missing from it return to their defaults.${isChanged ? ' You’ll lose your unsaved changes.' : ''}`}
        confirmLabel="Replace"
        busyLabel="Replacing..."
        busy={upload.isPending}
        cancelLabel="Cancel"
        onConfirm={() => {
          if (file !== null) upload.mutate(file);
        }}
      >
        {upload.error !== null && (
          <Banner tone="error">{failureText(upload.error, 'An unexpected error occurred.')}</Banner>
        )}
      </AlertDialog>
    </div>
  );
}
