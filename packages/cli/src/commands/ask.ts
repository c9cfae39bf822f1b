import type { ChatAnswer, ChatRequest, Citation, Client } from '@knowledge-router/client';
import type { Context } from '../context.js';
import type { AddCommand } from '../command.js';

type Options = { assistant?: string; collection?: string; session?: string; language?: string };

export const addAsk: AddCommand = (parent, run) => {
  parent
    .command('ask')
    .description('ask a question; the answer is printed as it is written, its citations below')
    .argument('<question...>', 'the question')
    .option('--assistant <name>', 'slug or id of the assistant to ask')
    .option('--collection <id>', 'ask only in this collection')
    .option('--session <id>', 'go on with this session')
    .option('--language <code>', 'answer in this language')
    .action(
      run(async (context, command) => {
        const { client } = await context.open();
        await ask(context, { client, request: toRequest(command.args.join(' '), command.opts()) });
        return undefined;
      }),
    );
};

const toRequest = (message: string, options: Options): ChatRequest => {
  const { assistant, collection, session, language } = options;
  return {
    message,
    ...(assistant !== undefined && { assistantId: assistant }),
    ...(session !== undefined && { sessionId: session }),
    options: {
      // Refused by the API where it is none of its languages.
      ...(language !== undefined && { language: language as 'en' }),
      ...(collection !== undefined && {
        filter: { type: 'eq', key: 'collectionId', value: collection } as const,
      }),
    },
  };
};

const ask = async (
  { output, signal }: Context,
  { client, request }: { client: Client; request: ChatRequest },
): Promise<void> => {
  if (output.isJson) {
    const answer = await client.ask(request, { signal });
    return output.item(answer, '');
  }
  let written = '';
  for await (const event of client.stream(request, { signal })) {
    if (event.event === 'node') output.progress(`${event.data.node} …`);
    if (event.event === 'delta') {
      written += event.data.text;
      await output.part(event.data.text);
    }
    if (event.event !== 'answer') continue;
    // After a broken connection the answer comes whole, behind what was written of it.
    if (written !== event.data.answer)
      await output.part(`${written === '' ? '' : '\n\n'}${event.data.answer}`);
    await output.part('\n');
    for (const line of toFootnotes(event.data)) await output.part(`${output.dim(line)}\n`);
  }
};

const toFootnotes = ({ citations }: ChatAnswer): string[] =>
  citations.length === 0 ? [] : ['', ...citations.map(toFootnote)];

const toFootnote = ({ number, title, url, pageStart, chapter, quote }: Citation): string => {
  const page = pageStart == null ? '' : `, p. ${pageStart}`;
  const place = chapter == null ? '' : `, ${chapter}`;
  const words = quote === null ? '' : `: “${quote.replace(/\s+/g, ' ').trim()}”`;
  return `[${number}] ${title ?? url ?? 'source'}${place}${page}${words}`;
};
