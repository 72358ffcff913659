import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx';
import { useRefreshUsers } from '../user-queries.ts';

/**
 * Uploads a license list, which verifies the agents on it (docs/product/verified-agents.md, License list).
 */
export function LicenseListDialog() {
  const [file, setFile] = useState<File | null>(null);
  const refresh = useRefreshUsers();
  const upload = useApiMutation(
    (api, list: File) => {
      const form = new FormData();
      form.set('file', list);
      return api.call('PUT /licenses', { form });
    },
    { onSuccess: () => refresh({ includesListings: true }) },
  );
  const { data } = upload;
  return (
    <Dialog
      title="License list"
      description="A CSV file with the columns number, state, name, and expires. It replaces the stored list and verifies the agents on it."
      width="sm"
      trigger={
        <Button variant="secondary" size="sm" className="min-h-10">
          License list
        </Button>
      }
      actions={
        <>
          <DialogClose render={<Button variant="secondary">Close</Button>} />
          <Button
            disabled={file === null}
            busy={upload.isPending}
            busyLabel="Uploading..."
            onClick={() => file !== null && upload.mutate(file)}
          >
            Upload
          </Button>
        </>
      }
    >
      {upload.isError && (
        <Banner tone="error" className="mb-4">
          {failureText(upload.error, 'The list could not be uploaded.')}
        </Banner>
      )}
      <Field label="File">
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {data !== undefined && (
        <output className="mt-4 block text-sm">
          <p>
            {countOf(data.rows, 'license')}, {countOf(data.verified, 'agent')} verified,{' '}
            {countOf(data.lapsed, 'verification')} lapsed.
          </p>
          {data.refused.length > 0 && (
            <ul className="mt-2 max-h-40 overflow-y-auto text-ink-soft">
              {data.refused.map(({ line, reason }) => (
                <li key={line}>
                  Line {line}: {reason}
                </li>
              ))}
            </ul>
          )}
        </output>
      )}
    </Dialog>
  );
}
