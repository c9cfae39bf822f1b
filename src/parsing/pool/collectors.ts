import { addStemmerFailures } from '../../language/index.js';
import type { AnalyzedDocument } from '../parsed-document.js';
import type { PageLook } from '../page-pictures/schema.js';
import type { ChildMessage } from './messages.js';

type Said = Exclude<ChildMessage, { type: 'ready' | 'failed' }>;

/** Makes the result of one request out of what a child says. `take` is false for what does not belong to it. */
export type Collector<Result> = {
  result: Promise<Result>;
  take: (message: Said) => boolean;
  fail: (error: Error) => void;
};

/** Puts the parts of a document together, until the last one comes. */
export const createDocumentCollector = (): Collector<AnalyzedDocument> => {
  const { promise, resolve, reject } = createPromise<AnalyzedDocument>();
  const texts: string[] = [];
  const chunks: AnalyzedDocument['chunks'] = [];
  return {
    result: promise,
    fail: reject,
    take: (message) => {
      if (message.type !== 'part' && message.type !== 'done') return false;
      texts.push(message.text);
      for (const chunk of message.chunks) chunks.push(chunk);
      if (message.type === 'done') {
        const { format, title, pageCount, language, warnings, stemmerFailures } = message;
        addStemmerFailures(stemmerFailures);
        const described = { format, title, pageCount, language, warnings };
        resolve({ ...described, text: texts.join(''), chunks });
      }
      return true;
    },
  };
};

/** The one message that answers what is asked of pages. */
export const createLookCollector = <Kind extends LookKind>(
  kind: Kind,
): Collector<LookAnswer<Kind>> => {
  const { promise, resolve, reject } = createPromise<LookAnswer<Kind>>();
  const isAnswer = (message: Said): message is LookAnswer<Kind> => message.type === kind;
  return {
    result: promise,
    fail: reject,
    take: (message) => {
      if (!isAnswer(message)) return false;
      resolve(message);
      return true;
    },
  };
};

type LookKind = PageLook['look'];

/** The answer has the name of what was asked. */
export type LookAnswer<Kind extends LookKind> = Extract<Said, { type: Kind }>;

const createPromise = <Result>() => {
  let resolve: (result: Result) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Result>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  return { promise, resolve, reject };
};
