import { homedir } from 'node:os';
import { join } from 'node:path';

/** Variables that the command line knows; the only file that reads them. */
export type Environment = {
  url: string | undefined;
  apiKey: string | undefined;
  /** The file that keeps the sign-in. */
  configFile: string;
  /** Holds nothing that cannot be made again. */
  cacheFolder: string;
  hasColor: boolean;
};

export const readEnvironment = (variables: NodeJS.ProcessEnv = process.env): Environment => {
  // A variable that is empty is none.
  const given = (name: string) => (variables[name] === '' ? undefined : variables[name]);
  const config = given('XDG_CONFIG_HOME') ?? join(homedir(), '.config');
  const cache = given('XDG_CACHE_HOME') ?? join(homedir(), '.cache');
  return {
    url: given('KNOWLEDGE_ROUTER_URL'),
    apiKey: given('KNOWLEDGE_ROUTER_API_KEY'),
    configFile: join(config, 'knowledge-router', 'config.json'),
    cacheFolder: join(cache, 'knowledge-router'),
    hasColor: given('NO_COLOR') === undefined && given('TERM') !== 'dumb',
  };
};
