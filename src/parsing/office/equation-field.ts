/** An equation as Word wrote it before it had formulas: `EQ \f(12;5)`, resolved from the inside out. */
export const equationText = (instruction: string): string => {
  const base = READING_AID.exec(instruction)?.[1];
  if (base !== undefined) return base.trim();
  let text = instruction.replace(/^\s*EQ\s+/iu, '');
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const shown = text.replace(EQUATION_PART, (whole, name: string, content: string) =>
      writePart(whole, name.toLowerCase(), content),
    );
    if (shown === text) break;
    text = shown;
  }
  return text
    .replaceAll('⟨', '(')
    .replaceAll('⟩', ')')
    .replace(/\\[a-z*]+/giu, '')
    .trim();
};

/** Word also uses such a field for reading aids above Japanese and Chinese: the aid is raised, and the word itself follows it. */
const READING_AID =
  /^\s*EQ\s+\\\*\s*jc\d[^()]{0,200}\\o[^()]{0,40}\([^()]{0,40}\([^()]{0,200}\)\s{0,5}[,;]([^()]{1,200})\)\s*$/iu;

const EQUATION_PART = /\\(f|r|s|a|x|b|i)(?:\\\w+(?!\w)|\d| )*\(([^()]*)\)/iu;
const MAX_PARTS = 100;

const writePart = (whole: string, name: string, content: string): string => {
  const [first = '', second = ''] = content.split(/[;,]/u).map((part) => part.trim());
  const group = (part: string): string => (/^[\p{L}\p{N}.]+$/u.test(part) ? part : `⟨${part}⟩`);
  if (name === 'f') return `${group(first)}/${group(second)}`;
  if (name === 'r' && second === '') return `√${group(first)}`;
  if (name === 'r') return first === '3' ? `∛${group(second)}` : `${group(second)}^⟨1/${first}⟩`;
  if (name === 's') return `${/\\do/iu.test(whole) ? '_' : '^'}${group(content.trim())}`;
  if (name === 'b') return `⟨${content}⟩`;
  return content;
};
