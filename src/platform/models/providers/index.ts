import { anthropic } from './anthropic/index.js';
import type { ProviderName } from './names.js';
import { openai } from './openai/index.js';
import type { Provider } from './provider.js';

const PROVIDERS: Readonly<Record<ProviderName, Provider>> = { openai, anthropic };

export const providerOf = (name: ProviderName): Provider => PROVIDERS[name];
