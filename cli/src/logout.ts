import type { Command } from 'commander';
import { command } from './command.js';
import { configFile, dropLogin, findLogin } from './config.js';
import type { Context } from './context.js';
import { print, printJson, type OutputOptions } from './print.js';

export const logoutCommand = ({ env }: Context): Command =>
  command('logout', 'forget the stored token; it keeps working until the merchant revokes it', ['logout']).action(
    async (options: OutputOptions) => {
      // A file that cannot be read is dropped all the same.
      const wasLoggedIn = await findLogin(env).then(
        (login) => login !== undefined,
        () => true,
      );
      await dropLogin(env);
      if (options.json) return printJson({ wasLoggedIn });
      if (!options.quiet) print(wasLoggedIn ? `Forgotten: ${configFile(env)} is gone.` : 'You were not logged in.');
    },
  );
