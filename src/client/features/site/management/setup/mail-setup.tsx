import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { setupStepClass } from './setup-step-class.ts';

/** The step of the setup checklist that is done where the server runs: says how. */
export function MailSetup({ label, isDone }: { label: string; isDone: boolean }) {
  return (
    <Dialog
      trigger={
        <button type="button" className={setupStepClass}>
          {label}
        </button>
      }
      title={label}
      description={
        isDone
          ? 'Emails are sent by the mail server that this site is set up with.'
          : 'This site sends no emails yet: they are saved as files in the folder “mail” of its data.'
      }
    >
      <p className="mt-4">
        Set the mail server in two environment variables where Doorstep runs, then restart it.
      </p>
      <dl className="mt-4 grid gap-3 [overflow-wrap:anywhere]">
        {VARIABLES.map(({ name, example }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="mt-0.5 rounded-sm bg-sunken px-3 py-2">
              <code className="text-sm">{example}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const VARIABLES = [
  { name: 'SMTP_URL', example: 'smtp://user:password@mail.example.org:587' },
  { name: 'MAIL_FROM', example: 'Example Homes <homes@example.org>' },
];
