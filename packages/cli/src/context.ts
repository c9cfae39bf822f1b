import { createClient, type Client } from '@knowledge-router/client';
import type { Environment } from './environment.js';
import { createOutput, type Output, type TextStream } from './output.js';
import { findAccess, toServer } from './settings.js';

export type Process = {
  environment: Environment;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: TextStream;
  stderr: TextStream;
  /** Fires when the user interrupts. */
  signal: AbortSignal;
};

export type GlobalOptions = { json?: boolean; url?: string };

/** The parts that a command needs. */
export type Context = Process & {
  output: Output;
  /** A client for whoever is signed in. */
  open: () => Promise<{ client: Client; url: string }>;
};

export const createContext = (own: Process, { json = false, url }: GlobalOptions): Context => {
  const { hasColor } = own.environment;
  const output = createOutput(own, { isJson: json, hasColor });
  const environment =
    url === undefined ? own.environment : { ...own.environment, url: toServer(url) };
  return {
    ...own,
    environment,
    output,
    open: async () => {
      const access = await findAccess(environment);
      const client = createClient({
        ...access,
        maxRetries: 6,
        onRetry: ({ error, waitMs }) =>
          output.note(`${error.message} Trying again in ${Math.ceil(waitMs / 1_000)} s.`),
      });
      return { client, url: access.url };
    },
  };
};
