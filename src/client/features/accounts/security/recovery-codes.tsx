import { Button } from '../../../ui/actions/button.tsx';
import { saveFile } from '../../../ui/actions/save-file.ts';

/** New recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <p className="font-semibold">Save your recovery codes</p>
      <p className="text-ink-soft">
        Each code signs you in once if you lose your authenticator app. We can’t show them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(
              'recovery-codes.txt',
              new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
            )
          }
        >
          Download codes
        </Button>
        <Button onClick={onDone}>I saved my codes</Button>
      </div>
    </div>
  );
}
