/** `npm run admin -- EMAIL`: makes an account an admin, for example after the last admin's password is lost. */

import { readConfig } from '#server/config/config.ts';
import { makeAdmin } from '#server/features/accounts/first-admin.ts';
import { openInstallation } from '#server/process/installation.ts';
import { runCommand } from '#server/process/run-command.ts';
import { StartError } from '#server/errors/start-error.ts';

const UNPROVEN_WARNING = `Warning: this email address was never confirmed. The person who signed up with it is now an
admin. If that might be someone else, reset the password immediately: choose 'Forgot password?' on the sign-in page. This
ends all sessions and removes all passkeys.`;

async function main(): Promise<void> {
  const [email, ...rest] = process.argv.slice(2);
  if (email === undefined || rest.length > 0) throw new StartError('Usage: npm run admin -- EMAIL');
  const installation = await openInstallation(readConfig(process.env), (line) => console.log(line));
  try {
    const admin = await makeAdmin(installation.db, email, new Date());
    if (admin === undefined) throw new StartError(`No account has the email address ${email}.`);
    console.log(`${admin.name} (${email}) is now an admin.`);
    if (!admin.isProven) console.log(UNPROVEN_WARNING);
  } finally {
    await installation.close();
  }
}

runCommand(main);
