import { StepDialog } from './step-dialog.tsx';

/** The setup step for email. Its dialog explains the required server settings. */
export function MailSetup({ label, isDone }: { label: string; isDone: boolean }) {
  return (
    <StepDialog
      label={label}
      description={
        isDone
          ? 'This site sends emails through its configured mail server.'
          : 'This site doesn’t send emails yet. It saves them as files in the “mail” folder of its data directory.'
      }
    >
      <p className="mt-4">
        To change the mail server, set these two environment variables where Doorstep runs, then
        restart it.
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
    </StepDialog>
  );
}

const VARIABLES = [
  { name: 'SMTP_URL', example: 'smtp://user:password@mail.example.org:587' },
  { name: 'MAIL_FROM', example: 'Example Homes <homes@example.org>' },
];
