/** The names of options, settings and functions that a question has: `--no-preserve`, `MAX_UPLOAD_MB`, `parseDate()`, and what is in backticks. */
export const findIdentifiers = (question: string): readonly string[] => [
  ...new Set(
    (question.match(IDENTIFIER) ?? []).map((found) =>
      found.replaceAll('`', '').replace(/\([^()]*\)$/, ''),
    ),
  ),
];

/** In backticks, an expansion of a shell, an option, a call, words joined by underscores, a capital inside a word. */
const IDENTIFIER = new RegExp(
  [
    '`[^`\\n]{1,60}`',
    String.raw`\$\{[^\s{}]{1,60}\}`,
    String.raw`(?<![\w./:-])--?[A-Za-z][\w-]*`,
    String.raw`(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\(\)`,
    String.raw`(?<![\w./-])[A-Za-z]\w*_\w+`,
    String.raw`(?<![\w./-])[a-z]+(?:[A-Z][a-z0-9]+)+`,
  ].join('|'),
  'g',
);

/**
 * Tells a line that introduces a name from one that mentions it: it begins with the name, behind marks and other names of the same, and
 * nothing but arguments follows, or a sign that parts a name from what it means.
 */
export const createIntroduction = (name: string): ((line: string) => boolean) => {
  const escaped = name.replace(/\W/g, String.raw`\$&`);
  const expression = new RegExp(
    `^${MARKS}${OTHER_NAMES}(?:\\w+[.:]+)?${escaped}(?![\\w-])${END}`,
    'i',
  );
  return (line) => expression.test(line);
};

/** The sign of an item, of a comment, of code; words of programming languages that stand before the name of what they define. */
const MARKS = String.raw`(?:[-*+•]\s+|[#;/]+\s*)?(?:(?:export|async|function|def|const|let|static|public|func|fn|class|type|interface)\s+)*["'*|[(]*`;
const OTHER_NAMES = String.raw`(?:--?[\w-]+(?:[ =][\w<>[\]]+)?[ ,/|]+)*`;
const END = String.raw`(?:\([^()]*\))?["'*\])]*(?:[ =][\w<>[\]-]+)?\s*(?:$|[:=|–—{\t,]|->|- )`;
