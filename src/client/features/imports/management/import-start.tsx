import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { can } from '#shared/permissions.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { useSession } from '../../../session/session-context.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { type ImportRequest, useStartImport } from './import-queries.ts';
import { ProgressBar } from './progress-bar.tsx';

const ACCEPTED = '.csv,.tsv,.txt,.json,.jsonl,.gz';

/** Uploads a file and starts its dry run. */
export function ImportStart({
  onStarted,
}: {
  onStarted: (id: string, request: ImportRequest) => void;
}) {
  const session = useSession();
  const isAdmin = session.status === 'signed-in' && can(session.user, 'user:manage');
  const [agentEmail, setAgentEmail] = useState('');
  const { start, progress } = useStartImport(onStarted);
  const isBusy = start.isPending;
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: ([file]) => {
      if (file !== undefined) {
        start.mutate({ file, isDryRun: true, agentEmail: agentEmail.trim() });
      }
    },
    multiple: false,
    disabled: isBusy,
    noClick: true,
    noKeyboard: true,
  });
  return (
    <section aria-label="New import" className="grid gap-4">
      {isAdmin && (
        <Field
          label="Default agent"
          hint="For rows whose ListAgentEmail is blank or matches no agent. Leave blank to skip them."
          className="max-w-md"
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              placeholder="agent@example.com"
              value={agentEmail}
              onChange={({ target }) => setAgentEmail(target.value)}
            />
          )}
        </Field>
      )}
      <div
        {...getRootProps({
          role: 'presentation',
          className: cx(
            'flex flex-col items-center gap-1 rounded-md border border-dashed px-4 py-8 text-center transition-colors',
            isDragActive ? 'border-brand bg-brand-wash' : 'border-line-strong bg-sunken',
          ),
        })}
      >
        <input {...getInputProps({ accept: ACCEPTED, name: 'file' })} aria-label="Listings file" />
        <FileUp aria-hidden="true" className="mb-1 size-7 text-ink-faint" strokeWidth={1.5} />
        {isBusy ? (
          <div className="w-full max-w-sm">
            <p className="mb-2">Uploading...</p>
            <ProgressBar
              label="Upload"
              percent={
                progress === null || progress.totalBytes === 0
                  ? null
                  : Math.floor((progress.sentBytes / progress.totalBytes) * 100)
              }
            />
          </div>
        ) : (
          <p>
            {isDragActive ? 'Drop it here' : 'Drop a listings file here, or'}{' '}
            {!isDragActive && (
              <button
                type="button"
                onClick={open}
                className="touch-target font-semibold text-brand underline decoration-brand/40 underline-offset-4 hover:decoration-brand"
              >
                choose a file
              </button>
            )}
          </p>
        )}
        <p className="text-sm text-ink-faint">
          CSV or JSON with RESO Data Dictionary field names, plain or gzip, up to 200 MB. Nothing is
          imported until you have reviewed the file.
        </p>
      </div>
      {start.error !== null && (
        <Banner tone="error">{failureText(start.error, 'The file could not be uploaded.')}</Banner>
      )}
    </section>
  );
}
