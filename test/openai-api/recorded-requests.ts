/** Requests as chat programs send them, in our own words: the shapes are theirs, the texts ours. */

const tool = (name: string) => ({
  type: 'function',
  function: {
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: { query: { type: 'string' } } },
  },
});

/** Open WebUI, of a browser that is signed in: built-in tools come along with every chat, and `user` is an object. */
export const openWebUiChat = (question: string) => ({
  model: 'default',
  stream: true,
  messages: [
    { role: 'system', content: 'You help the staff of a zoo.' },
    { role: 'user', content: 'Hello!' },
    { role: 'assistant', content: 'Hello! How can I help?' },
    { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function' }] },
    { role: 'tool', tool_call_id: 'c1', content: '12:30' },
    { role: 'user', content: question },
  ],
  tools: ['get_time', 'ask_user', 'search_knowledge', 'list_chats', 'read_chat', 'add_memory'].map(
    tool,
  ),
  temperature: 0.7,
  max_tokens: 800,
  user: { name: 'Ada', id: '1b4e28ba', email: 'ada@example.com', role: 'user' },
});

const openWebUiTask = (instruction: string) => ({
  model: 'default',
  stream: false,
  max_tokens: 1000,
  messages: [
    {
      role: 'user',
      content: `### Task:\n${instruction}\n### Chat History:\n<chat_history>\nUSER: How many quokkas are allowed in a garden?\nASSISTANT: Seven.\n</chat_history>`,
    },
  ],
});

export const openWebUiTasks = {
  title: openWebUiTask('Write a short title with an emoji.\n### Output:\nJSON: { "title": "..." }'),
  tags: openWebUiTask('Write one to three tags.\n### Output:\nJSON: { "tags": ["tag1"] }'),
  follow_ups: openWebUiTask('Suggest three questions.\nJSON: { "follow_ups": ["Question 1?"] }'),
  queries: openWebUiTask('Write queries to search with.\nJSON: { "queries": ["query1"] }'),
};

const LIBRECHAT_TITLE =
  'Provide a concise, 5-word-or-less title for the conversation, using its same language, with no punctuation.\n\nConversation:\nUser: How many quokkas are allowed in a garden?\nAI: Seven.';

/** LibreChat, in its two ways of asking for a title. */
export const libreChatTitles = {
  completion: {
    model: 'default',
    user: '65f0c0ffee',
    messages: [{ role: 'user', content: LIBRECHAT_TITLE }],
  },
  structured: {
    model: 'default',
    user: '65f0c0ffee',
    messages: [{ role: 'user', content: LIBRECHAT_TITLE }],
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'title_and_language',
        schema: {
          type: 'object',
          properties: { title: { type: 'string' }, language: { type: 'string' } },
          required: ['title', 'language'],
        },
      },
    },
  },
};

/** n8n's chat model of today: the Responses API, with an agent's tools. */
export const n8nResponses = (question: string) => ({
  model: 'default',
  input: [
    { type: 'message', role: 'system', content: 'You are an agent.' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: question }] },
  ],
  temperature: 0.7,
  text: { format: { type: 'text' } },
  tools: [{ type: 'function', name: 'lookup', parameters: { type: 'object' }, strict: false }],
  stream: false,
});
