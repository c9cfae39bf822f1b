import { addStemmerFailures } from '../../language/index.js';
import type { AnalyzedDocument } from '../parsed-document.js';
import type { PageLook } from '../page-pictures/schema.js';
import { parseFailure } from '../parse-failure.js';
import type { ChildMessage } from './messages.js';

type Said = Exclude<ChildMessage, { type: 'ready' | 'failed' }>;

/** Builds the result of one request from a child's messages; throws for a message that does not belong to it. */
export type Collector<Result> = (message: Said) => Result | undefined;

/** Puts the parts of a document together until the last one has come. */
export const createDocumentCollector = (): Collector<AnalyzedDocument> => {
  const texts: string[] = [];
  const chunks: AnalyzedDocument['chunks'] = [];
  return (message) => {
    if (message.type !== 'part' && message.type !== 'done') throw parseFailure('parser_crashed');
    texts.push(message.text);
    for (const chunk of message.chunks) chunks.push(chunk);
    if (message.type === 'part') return undefined;
    const { format, title, pageCount, language, warnings, toRead, stemmerFailures } = message;
    addStemmerFailures(stemmerFailures);
    const described = { format, title, pageCount, language, warnings, toRead };
    return { ...described, text: texts.join(''), chunks };
  };
};

/** The one message that answers a request about pages. */
export const createLookCollector = <Kind extends LookKind>(
  kind: Kind,
): Collector<LookAnswer<Kind>> => {
  const isAnswer = (message: Said): message is LookAnswer<Kind> => message.type === kind;
  return (message) => {
    if (!isAnswer(message)) throw parseFailure('parser_crashed');
    return message;
  };
};

type LookKind = PageLook['look'];

/** The answer has the same name as the request. */
export type LookAnswer<Kind extends LookKind> = Extract<Said, { type: Kind }>;
