import { withQuery } from '../../endpoint.js';
import type { Provider } from '../provider.js';
import { openOpenAiChat } from './chat.js';

/** OpenAI's own protocol, which most other servers speak as well. */
export const openai: Provider = {
  name: 'openai',
  openChat: openOpenAiChat,
  toProbe: ({ baseUrl, apiKey, headers = {}, query = {} }) => ({
    url: withQuery(`${baseUrl.replace(/\/+$/, '')}/models`, query),
    headers: {
      ...(apiKey !== '' && !('api-key' in headers) && { authorization: `Bearer ${apiKey}` }),
      ...headers,
    },
  }),
};
