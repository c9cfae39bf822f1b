/** A conversation as a file has it: each question with its answer and what the answer rests on. */
export type Written = {
  title: string;
  turns: readonly { question: string; answer: string; sources: readonly string[] }[];
};

export const toMarkdown = ({ title, turns }: Written, sources: string): string => {
  const parts = turns.map(({ question, answer, sources: named }) => {
    const list = named.map((one) => `- ${toLine(one)}`).join('\n');
    const below = named.length === 0 ? [] : [`**${sources}**`, list];
    return [`## ${toLine(question)}`, answer, ...below].join('\n\n');
  });
  return `${[`# ${toLine(title)}`, ...parts].join('\n\n')}\n`;
};

const MOST_CHARACTERS = 60;

/** A title without what file systems keep for themselves. */
export const toFileName = (title: string): string => {
  const allowed = title.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*.]/gu, ' ');
  const cut = toLine(allowed)
    .slice(0, MOST_CHARACTERS)
    .replace(/\p{Surrogate}$/u, '')
    .trim();
  return cut === '' ? 'conversation' : cut;
};

const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
