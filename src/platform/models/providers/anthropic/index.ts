import type { Provider } from '../provider.js';
import { openAnthropicChat } from './chat.js';
import { toHeaders, toUrl } from './request.js';

/** Anthropic's Messages API. */
export const anthropic: Provider = {
  name: 'anthropic',
  openChat: openAnthropicChat,
  toProbe: (endpoint) => ({ url: toUrl(endpoint, 'models'), headers: toHeaders(endpoint) }),
};
