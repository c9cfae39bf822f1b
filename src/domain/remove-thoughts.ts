const OPENING = '<think>';
const CLOSING = '</think>';

/** A model's reply without `<think>` blocks; one that is never closed swallows the rest, and a lone closing tag what precedes it. */
export const removeThoughts = (reply: string): string => {
  const lowered = reply.toLowerCase();
  // Some letters change their length in lower case, and then every position after them is off.
  const searched = lowered.length === reply.length ? lowered : reply;
  const kept: string[] = [];
  let position = 0;
  for (;;) {
    const open = searched.indexOf(OPENING, position);
    const close = searched.indexOf(CLOSING, position);
    if (close !== -1 && (open === -1 || close < open)) {
      // Some prompt templates open the thought themselves, so only its end is in the reply.
      kept.length = 0;
      position = close + CLOSING.length;
      continue;
    }
    if (open === -1) return [...kept, reply.slice(position)].join('');
    kept.push(reply.slice(position, open));
    if (close === -1) return kept.join('');
    position = close + CLOSING.length;
  }
};
