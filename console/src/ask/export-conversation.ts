import { api, bodyOf, type Citation, type Message } from '../api/client.js';
import { save } from '../api/download.js';
import { withoutSourceList } from './answer-text.js';
import { toPairs } from './pairs.js';
import { toFileName, toMarkdown, type Written } from './written-conversation.js';

type Format = 'markdown' | 'word';

type Words = { title: string; sources: string; nameSource: (citation: Citation) => string };

/** Saves the newest branch of a conversation as a file, as it may be read now. */
export const exportConversation = async (
  id: string,
  format: Format,
  { title, sources, nameSource }: Words,
): Promise<void> => {
  const turns = toPairs(await loadAll(id)).map(({ question, answer }) => ({
    question: question?.content ?? '',
    answer: withoutSourceList(answer?.content ?? ''),
    sources: (answer?.citations ?? []).map((one) => `[${one.number}] ${nameSource(one)}`),
  }));
  const { ending, type, write } = FORMATS[format];
  const content = await write({ title, turns }, sources);
  save(new Blob([content], { type }), `${toFileName(title)}.${ending}`);
};

const FORMATS = {
  markdown: {
    ending: 'md',
    type: 'text/markdown',
    write: async (written: Written, sources: string) => toMarkdown(written, sources),
  },
  word: {
    ending: 'docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: async (written: Written, sources: string) =>
      (await import('./conversation-docx.js')).toDocx(written, sources),
  },
} as const;

/** Oldest first. */
const loadAll = async (id: string): Promise<Message[]> => {
  const newestFirst: Message[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 100 };
    if (cursor !== null) query.cursor = cursor;
    const page: { items: Message[]; nextCursor: string | null } = bodyOf(
      await api.GET('/v1/sessions/{id}/messages', { params: { path: { id }, query } }),
    );
    newestFirst.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return newestFirst.reverse();
};
