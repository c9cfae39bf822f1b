import { OpenAI } from 'openai';
import { createBoundedFetch } from '../../bounded-fetch.js';
import type { Endpoint } from '../../endpoint.js';

/** `maxBytes`: the longest answer that is read as a whole. */
type ClientOptions = Endpoint & { maxBytes: number; isOfNumbers?: boolean };

/** The only client of a model: without retries of its own, and deaf to the environment. */
export const createOpenAiClient = ({
  baseUrl,
  apiKey,
  headers = {},
  query = {},
  send,
  ...answers
}: ClientOptions): OpenAI => {
  // The SDK takes an empty base URL for api.openai.com, and would send a local deployment's documents there.
  if (baseUrl === '') throw new Error('A model endpoint needs a base URL.');
  return new OpenAI({
    baseURL: baseUrl,
    // The SDK insists on a key; without one of ours no Authorization header is sent at all.
    apiKey: apiKey === '' ? 'none' : apiKey,
    defaultHeaders: {
      ...((apiKey === '' || 'api-key' in headers) && { Authorization: null }),
      ...headers,
    },
    defaultQuery: query,
    // Null, because undefined would read OPENAI_ORG_ID and its kind from the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
    // A redirect would carry the prompt to a host nobody configured.
    fetchOptions: { redirect: 'error' },
    fetch: createBoundedFetch(answers, send),
  });
};
