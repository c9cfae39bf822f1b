import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config/index.js';
import { openBackup } from '../src/compose/backup.js';
import { runCommand } from '../src/compose/process.js';
import { TOOL_REGISTRY } from '../src/tools/index.js';

type Backup = Awaited<ReturnType<typeof openBackup>>;
type Options = { slug?: string | undefined; user?: string | undefined };
type Command = {
  usage: string;
  arguments: number;
  /** True if the command needs an existing installation, false if it may fill a new one. */
  isExpected: boolean;
  run: (backup: Backup, given: string[], options: Options) => Promise<number>;
};

/** For cron: the copy was made, but files were missing from the store. */
const MADE_WITH_GAPS = 2;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const COMMANDS: Record<string, Command> = {
  backup: {
    usage: 'backup -- DIR',
    arguments: 1,
    isExpected: true,
    run: async ({ backUp }, [folder = '']) =>
      (await backUp(resolve(folder))).unreadable > 0 ? MADE_WITH_GAPS : 0,
  },
  restore: {
    usage: 'restore -- DIR',
    arguments: 1,
    isExpected: false,
    run: async ({ restore }, [folder = '']) => {
      await restore(resolve(folder));
      return 0;
    },
  },
  export: {
    usage: 'export -- TENANT DIR',
    arguments: 2,
    isExpected: true,
    run: async ({ exportTenant }, [tenant = '', folder = '']) =>
      (await exportTenant(tenant, resolve(folder))).unreadable > 0 ? MADE_WITH_GAPS : 0,
  },
  'admin-key': {
    usage: 'admin-key -- TENANT [--user E-MAIL]',
    arguments: 1,
    isExpected: true,
    run: async ({ addAdminKey }, [tenant = ''], { user = null }) => {
      const { apiKey, email, isNewAdmin } = await addAdminKey(tenant, user);
      if (isNewAdmin) print(`${email} is an active admin of the tenant now.`);
      print(`A new key of ${email}, beside those that there are, shown once: ${apiKey}`);
      return 0;
    },
  },
  import: {
    usage: 'import -- DIR_OR_ZIP [--slug NEW_SLUG]',
    arguments: 1,
    isExpected: false,
    run: async ({ importTenant }, [path = ''], { slug = null }) => {
      const key = await importTenant(resolve(path), { slug });
      print(
        key === null
          ? 'It has no admin, so no key was made.'
          : `A first key of its oldest admin, shown once: ${key}`,
      );
      return 0;
    },
  },
};

await runCommand(async (signal) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { slug: { type: 'string' }, user: { type: 'string' } },
  });
  const [name = '', ...given] = positionals;
  const command = COMMANDS[name];
  if (command?.arguments !== given.length) {
    const usages = command === undefined ? Object.values(COMMANDS) : [command];
    for (const { usage } of usages) process.stderr.write(`npm run ${usage}\n`);
    return 1;
  }
  const { isExpected } = command;
  const backup = await openBackup(loadConfig(TOOL_REGISTRY), { report: print, signal, isExpected });
  try {
    return await command.run(backup, given, values);
  } finally {
    await backup.close();
  }
});
