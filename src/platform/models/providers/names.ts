/** The providers of chat models; the first is the default. */
export const PROVIDER_NAMES = ['openai', 'anthropic'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
export const DEFAULT_PROVIDER = PROVIDER_NAMES[0];
