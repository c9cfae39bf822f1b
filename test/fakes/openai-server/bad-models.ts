import { messageOf, schemaOf, sourcesOf, usesTools } from './prompt-parts.js';
import type { ChatCall, ChatScript } from './replies.js';

/** A decision to answer at once, as the call's protocol wants it. */
const answerAtOnce = (call: ChatCall, text: string): string =>
  schemaOf(call) === 'decision'
    ? JSON.stringify({ reasoning: text, decision: 'ANSWER', tools: [] })
    : text;

/** Decisions as they should be, so that the answer alone is bad. */
const searching =
  (answer: ChatScript): ChatScript =>
  (call, count) => {
    const schema = schemaOf(call);
    const question =
      messageOf(call)
        .split('\n\n')[0]
        ?.replace(/^\(message id .*\)\n/, '') ?? '';
    const given = JSON.stringify({ query: question });
    const hasLooked = call.messages.some(
      ({ role, content }) => role === 'tool' || content?.includes('observations>>') === true,
    );
    if (schema === 'decision') {
      return hasLooked
        ? JSON.stringify({ reasoning: '', decision: 'ANSWER' })
        : JSON.stringify({
            reasoning: '',
            decision: 'CALL_TOOLS',
            then: 'answer',
            tools: [{ name: 'rag_search', arguments: given }],
          });
    }
    if (schema !== undefined) return JSON.stringify({ rewritten: question });
    if (usesTools(call) && !hasLooked) {
      return { content: '', toolCalls: [{ id: '1', name: 'rag_search', arguments: given }] };
    }
    if (call.messages[0]?.content?.includes('Action:') === true) {
      return hasLooked ? 'Answer: It is known.' : `Action: rag_search(${given})`;
    }
    return usesTools(call) ? 'It is known.' : answer(call, count);
  };

const calling =
  (name: string, given: string): ChatScript =>
  (call) => {
    if (schemaOf(call) === 'decision') {
      return JSON.stringify({
        reasoning: '',
        decision: 'CALL_TOOLS',
        then: 'decide',
        tools: [{ name, arguments: given }],
      });
    }
    if (usesTools(call)) {
      return { content: '', toolCalls: [{ id: '1', name, arguments: given }] };
    }
    return `Action: ${name}(${given})`;
  };

const INVENTED = 'Every employee is given a golden bicycle.';

/** They decide as they should, and answer badly. */
const ANSWERING: Readonly<Record<string, ChatScript>> = {
  'cites [1] for an invention': searching(() => `${INVENTED} [1]`),
  'quotes the first words of source [1]': searching((call) => {
    const [first = 'Hello.'] = sourcesOf(call);
    return `${first.split(/(?<=[.:])\s/)[0] ?? ''} [1]`;
  }),
  'quotes the last words of the last source': searching((call) => {
    const sources = sourcesOf(call);
    const last = sources
      .at(-1)
      ?.split(/(?<=[.:])\s/)
      .at(-1);
    return last === undefined ? 'Hello.' : `${last} [${sources.length}]`;
  }),
  'writes garbage as answers': searching(() => '\u0000\ufffd}{ asdf [1] qwertz ]( <| \u202e'),
  'stops in the middle of its answer': searching(() => ({
    content: 'According to the documents, the answer to',
    finishReason: 'length',
  })),
  'says half a sentence': searching((call) => {
    const [first = 'Hello there'] = sourcesOf(call);
    return { content: `${first.split(' ').slice(0, 3).join(' ')} [1]`, finishReason: 'length' };
  }),
  'hangs when it is to answer': searching(() => ({ fault: 'hang' })),
  'refuses as its answer': searching(() => 'I am sorry, but I cannot help with that.'),
  'denies that it is there': searching(() => 'The documents do not say anything about this.'),
  'answers in another language': searching(() => 'Minden dolgozó aranyozott kerékpárt kap [1].'),
  'says nothing as its answer': searching(() => ''),
  'repeats the question': searching((call) => `${messageOf(call).split('\n\n').at(-1) ?? ''} [1]`),
  'cites a source that is not there': searching(() => `${INVENTED} [99]`),
  'cites nothing': searching((call) => sourcesOf(call)[0]?.split('\n')[0] ?? 'Hello.'),
  'writes 20 kB': searching(() => `${INVENTED} [1] `.repeat(450)),
};

export const BAD_ANSWERS: ReadonlySet<string> = new Set(Object.keys(ANSWERING));

/** Models that are weak, slow or wrong, by what they do. */
export const BAD_MODELS: Readonly<Record<string, ChatScript>> = {
  ...ANSWERING,
  'answers at once': (call) => answerAtOnce(call, 'That is well known: 17.'),
  'echoes the prompt': (call) => call.messages.map(({ content }) => content).join('\n\n'),
  'echoes the last message': (call) => messageOf(call),
  'cites [1] for everything': () => `${INVENTED} [1]`,
  'writes garbage': () => '\u0000\ufffd}{ asdf [[ 1]] qwertz ]( <| \u202e',
  'stops in the middle': () => ({ fault: 'cut', after: ['{"decision": "ANS', 'WER'] }),
  hangs: () => ({ fault: 'hang' }),
  refuses: () => 'I am sorry, but I cannot help with that.',
  'says nothing': () => '',
  'searches for ever': calling('rag_search', '{"query": "golden bicycle"}'),
  'searches for something else': (call, count) =>
    calling('rag_search', JSON.stringify({ query: `parking lot cafeteria ${count}` }))(call, count),
  'calls a tool that there is not': calling('find_truth', '{"about": "everything"}'),
  'calls with wrong types': calling('rag_search', '{"query": 7, "topK": "many"}'),
  'takes everything for small talk': (call, count) =>
    schemaOf(call)?.includes('rewrite') === true
      ? JSON.stringify({ rewritten: 'hello', intent: 'smalltalk' })
      : answerAtOnce(call, `Hello number ${count}!`),
};
