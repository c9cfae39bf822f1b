import { toStorableText } from '../../shared/storable-text.js';

/** Tags around reasoning: of DeepSeek, Qwen and most others, of prompts following Anthropic's examples, of Gemma, Seed and Mistral. */
const TAGS = [
  '<think>',
  '<thinking>',
  '<thought>',
  '<seed:think>',
  '[think]',
  '</think>',
  '</thinking>',
  '</thought>',
  '</seed:think>',
  '[/think]',
];

const TAG =
  /(<\/(?:think|thinking|thought|seed:think)>|\[\/think\])|<(?:think|thinking|thought|seed:think)>|\[think\]/i;
const CLOSING = /<\/(?:think|thinking|thought|seed:think)>|\[\/think\]/i;
const LONGEST_TAG = Math.max(...TAGS.map(({ length }) => length));

/**
 * Removes blocks of reasoning, such as `<think>`, from a reply that arrives in pieces; an unclosed one removes the rest. The remaining text
 * is as it will be stored.
 */
export const createThoughtFilter = () => {
  const reader = createReader();
  let waiting = '';
  let isThinking = false;

  const skipThought = (): boolean => {
    const close = CLOSING.exec(waiting);
    waiting = close ? waiting.slice(close.index + close[0].length) : findTagBeginning(waiting);
    isThinking = close === null;
    return !isThinking;
  };

  const takeText = (): string => {
    const held = findTagBeginning(waiting).length;
    const text = waiting.slice(0, waiting.length - held);
    waiting = waiting.slice(text.length);
    return text;
  };

  return {
    /** `isLate`: what was returned before was reasoning, too, because only its end was marked. */
    push: (piece: string): { text: string; isLate: boolean } => {
      waiting += reader.read(piece);
      let text = '';
      let isLate = false;
      for (;;) {
        if (isThinking && !skipThought()) return { text, isLate };
        const tag = TAG.exec(waiting);
        if (tag === null) return { text: text + takeText(), isLate };
        // Some prompt templates open the block themselves, so the reply has only its end.
        if (tag[1] !== undefined) [text, isLate] = ['', true];
        else [text, isThinking] = [text + waiting.slice(0, tag.index), true];
        waiting = waiting.slice(tag.index + tag[0].length);
      }
    },
    end: (): string => (isThinking ? '' : waiting + reader.end()),
  };
};

/** Half a character: the other half is in the next piece. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** Yields whole characters of a text that arrives in pieces, in the form in which they will be stored. */
const createReader = () => {
  let half = '';
  return {
    read: (piece: string): string => {
      const text = half + piece;
      half = HALF_CHARACTER.exec(text)?.[0] ?? '';
      return toStorableText(text.slice(0, text.length - half.length));
    },
    end: (): string => toStorableText(half),
  };
};

/** A model's reply without its tagged reasoning; an unclosed tag removes the rest, and a lone closing tag what precedes it. */
export const removeThoughts = (reply: string): string => {
  const filter = createThoughtFilter();
  const { text } = filter.push(reply);
  return text + filter.end();
};

/** The end of a piece that could become a tag together with the next piece. */
const findTagBeginning = (text: string): string => {
  for (let length = Math.min(LONGEST_TAG - 1, text.length); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (TAGS.some((tag) => tag.startsWith(end.toLowerCase()))) return end;
  }
  return '';
};
