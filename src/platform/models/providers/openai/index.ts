import type { Provider } from '../provider.js';
import { openOpenAiChat } from './chat.js';

/** OpenAI's own protocol, which most other servers speak as well. */
export const openai: Provider = {
  name: 'openai',
  openChat: openOpenAiChat,
  toProbe: ({ baseUrl, apiKey }) => ({
    url: `${baseUrl.replace(/\/+$/, '')}/models`,
    headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
  }),
};
