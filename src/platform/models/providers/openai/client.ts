import { OpenAI } from 'openai';
import { createBoundedFetch } from '../../bounded-fetch.js';
import type { Endpoint } from '../../endpoint.js';

/** `maxBytes`: the maximum size of an answer that is read as a whole. */
type ClientOptions = Endpoint & { maxBytes: number; isOfNumbers?: boolean };

/** The only client of a model: it does not retry and ignores environment variables. */
export const createOpenAiClient = ({
  baseUrl,
  apiKey,
  headers = {},
  query = {},
  send,
  ...answers
}: ClientOptions): OpenAI => {
  // For an empty base URL the SDK uses api.openai.com, which would send a local deployment's documents there.
  if (baseUrl === '') throw new Error('A model endpoint needs a base URL.');
  return new OpenAI({
    baseURL: baseUrl,
    // The SDK requires a key; if we have none, no Authorization header is sent.
    apiKey: apiKey === '' ? 'none' : apiKey,
    defaultHeaders: {
      ...((apiKey === '' || 'api-key' in headers) && { Authorization: null }),
      ...headers,
    },
    defaultQuery: query,
    // Null, because undefined would read OPENAI_ORG_ID and similar variables from the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
    // A redirect would send the prompt to a host that nobody configured.
    fetchOptions: { redirect: 'error' },
    fetch: createBoundedFetch(answers, send),
  });
};
