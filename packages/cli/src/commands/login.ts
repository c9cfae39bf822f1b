import { password, text } from '@clack/prompts';
import { createClient } from '@knowledge-router/client';
import type { Context } from '../context.js';
import { CliError, EXIT } from '../failures.js';
import type { AddCommand } from '../command.js';
import { storeAccess, toServer } from '../settings.js';
import { toMessage } from '../sync/messages.js';

export const addLogin: AddCommand = (parent, run) => {
  parent
    .command('login')
    .description(
      'save the address of a server and an API key, which is read from stdin; on a terminal you are asked for both',
    )
    .argument('[url]', 'address of the server')
    .action(run((context, command) => login(context, command.args[0])));
};

const login = async (context: Context, given: string | undefined): Promise<undefined> => {
  const { environment, output, signal } = context;
  const url = toServer(given ?? environment.url ?? (await readAddress(context)));
  const apiKey = await readKey(context);
  const { user, tenant } = await createClient({ url, apiKey }).me({ signal });
  await storeAccess(environment.configFile, { url, apiKey }).catch((cause: unknown) => {
    const reason = toMessage(cause);
    throw new CliError(`${environment.configFile} cannot be written: ${reason}.`, EXIT.failed, {
      cause,
    });
  });
  output.note(`The key is kept in ${environment.configFile}, for you alone.`);
  await output.item({ url, user, tenant }, `${user?.email ?? 'operator'} at ${url}`);
};

const readAddress = async ({ stdin, signal }: Context): Promise<string> => {
  if (stdin.isTTY !== true) {
    throw new CliError(
      'Name the server: knowledge-router login https://kr.example.com',
      EXIT.usage,
    );
  }
  return answered(
    await text({
      message: 'Address of the server',
      placeholder: 'https://kr.example.com',
      signal,
      output: process.stderr,
      validate: (value) => toProblem(value ?? ''),
    }),
  );
};

const toProblem = (address: string): string | undefined => {
  try {
    toServer(address);
    return undefined;
  } catch (error) {
    return error instanceof CliError ? error.message : String(error);
  }
};

/** A key is no argument: those stand in the history of the shell and in the list of processes. */
const readKey = async ({ stdin, signal }: Context): Promise<string> => {
  const given = stdin.isTTY === true ? await askKey(signal) : await readAll(stdin);
  const key = given.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new CliError(
      'Send the API key on stdin: knowledge-router login URL < key.txt',
      EXIT.usage,
    );
  }
  return key;
};

const askKey = async (signal: AbortSignal): Promise<string> =>
  answered(await password({ message: 'API key', signal, output: process.stderr }));

/** Interrupted, nothing has been kept yet. */
const answered = (answer: string | symbol): string => {
  if (typeof answer === 'symbol') throw new CliError('Nothing was kept.', EXIT.interrupted);
  return answer;
};

const MAX_KEY_CHARS = 10_000;

const readAll = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let text = '';
  for await (const part of stream) {
    text += String(part);
    if (text.length > MAX_KEY_CHARS) throw new CliError('That is not an API key.', EXIT.usage);
  }
  return text;
};
