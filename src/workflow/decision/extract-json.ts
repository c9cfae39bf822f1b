/** A reply longer than this is refused unread. */
export const MAX_REPLY_CHARS = 1_000_000;

export type ExtractedJson = { ok: true; value: unknown } | { ok: false; problem: string };

const OPENING_THOUGHT = '<think>';
const CLOSING_THOUGHT = '</think>';
const FENCE = '```';

/** The reply without `<think>` blocks; a block that is never closed swallows the rest, and a lone closing tag what precedes it. */
export const removeThoughts = (reply: string): string => {
  const lowered = reply.toLowerCase();
  const kept: string[] = [];
  let position = 0;
  for (;;) {
    const open = lowered.indexOf(OPENING_THOUGHT, position);
    const close = lowered.indexOf(CLOSING_THOUGHT, position);
    if (close !== -1 && (open === -1 || close < open)) {
      // Some models open the thought in the prompt template, so only its end is in the reply.
      kept.length = 0;
      position = close + CLOSING_THOUGHT.length;
      continue;
    }
    if (open === -1) return [...kept, reply.slice(position)].join('');
    kept.push(reply.slice(position, open));
    if (close === -1) return kept.join('');
    position = close + CLOSING_THOUGHT.length;
  }
};

// The fence counts only when it encloses the whole reply: a JSON block quoted in prose is prose.
const removeFence = (reply: string): string => {
  if (!reply.startsWith(FENCE) || !reply.endsWith(FENCE) || reply.length < 2 * FENCE.length) {
    return reply;
  }
  const firstBreak = reply.indexOf('\n');
  if (firstBreak === -1) return reply.slice(FENCE.length, -FENCE.length).replace(/^json\b/i, '');
  return reply.slice(firstBreak + 1, -FENCE.length);
};

/** The one JSON object a reply consists of, apart from thoughts and an enclosing fence. */
export const extractJsonObject = (reply: string): ExtractedJson => {
  if (reply.length > MAX_REPLY_CHARS) return { ok: false, problem: 'The reply is too long.' };
  const text = removeFence(removeThoughts(reply).trim()).trim();
  if (text === '') return { ok: false, problem: 'The reply is empty.' };
  if (!text.startsWith('{')) {
    return {
      ok: false,
      problem: 'The reply is not a JSON object; write the object and nothing else.',
    };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return {
      ok: false,
      problem: 'The reply is not one complete JSON object; write the object and nothing else.',
    };
  }
};
