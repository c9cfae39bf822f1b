import { anthropic } from './anthropic/index.js';
import { openai } from './openai/index.js';
import type { Provider } from './provider.js';

/** The providers of chat models; the first is chosen where nothing is said. */
const PROVIDERS: readonly [Provider, ...Provider[]] = [openai, anthropic];

export const PROVIDER_NAMES: readonly string[] = PROVIDERS.map(({ name }) => name);
export const DEFAULT_PROVIDER = PROVIDERS[0].name;

/** Throws for a name that is not in the list. */
export const providerOf = (name: string): Provider => {
  const provider = PROVIDERS.find((candidate) => candidate.name === name);
  if (provider === undefined) throw new Error(`There is no provider of models named ${name}.`);
  return provider;
};
