/** `npm run admin -- EMAIL`: makes an account an admin, for example after the last admin's password is lost. */

import { readConfig } from '#server/config/config.ts';
import { makeAdmin } from '#server/features/accounts/first-admin.ts';
import { openInstallation } from '#server/process/installation.ts';
import { runCommand } from '#server/process/run-command.ts';
import { StartError } from '#server/errors/start-error.ts';

async function main(): Promise<void> {
  const [email, ...rest] = process.argv.slice(2);
  if (email === undefined || rest.length > 0) throw new StartError('Usage: npm run admin -- EMAIL');
  const installation = await openInstallation(readConfig(process.env), (line) => console.log(line));
  try {
    const name = await makeAdmin(installation.db, email, new Date());
    if (name === undefined) throw new StartError(`No account has the email address ${email}.`);
    console.log(`${name} (${email}) is now an admin.`);
  } finally {
    await installation.close();
  }
}

runCommand(main);
