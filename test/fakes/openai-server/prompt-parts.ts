import type { ChatCall } from './replies.js';

const SOURCE = /<<data \S+ source \[\d+\][^\n]*>>\n([\s\S]*?)\n<<end \S+>>/g;

/** The question that the prompt gives as the user's, with the data in front of it. */
export const messageOf = (call: ChatCall): string =>
  call.messages.findLast(({ role }) => role === 'user')?.content ?? '';

export const sourcesOf = (call: ChatCall): string[] =>
  [...messageOf(call).matchAll(SOURCE)].map(([, text = '']) => text);

export const schemaOf = (call: ChatCall): string | undefined =>
  call.response_format?.json_schema?.name;

export const usesTools = ({ tools = [] }: ChatCall): boolean => tools.length > 0;
