export type Change = {
  file: string;
  /** Has to stand in the file, once. */
  from: string;
  to: string;
};

export type Regression = {
  name: string;
  changes: readonly Change[];
  /** What a run has to show: a document that its asker may not read, a place further down, or another verdict. */
  finds: 'leaks' | 'hits' | 'verdicts';
};

const INDEX = 'src/platform/vectors/scope-filter.ts';
const RIGHTS = 'src/tenancy/opens-content.ts';
const LEVELS = 'src/evidence/levels.ts';
const CHUNKS = 'src/parsing/chunk-document.ts';

/** Faults that somebody could make by a careless change, each of which a run of golden questions has to find. */
export const REGRESSIONS: readonly Regression[] = [
  {
    name: 'private documents are open to everybody',
    finds: 'leaks',
    changes: [
      { file: RIGHTS, from: "(d.visibility = 'tenant' OR", to: '(true OR' },
      {
        file: INDEX,
        from: "  { anyOf: [audience, { field: 'owner_id', oneOf: [scope.userId] }] },\n",
        to: '  ...(audience === undefined ? [audience] : []),\n',
      },
      { file: INDEX, from: "row.visibility === 'tenant' || row", to: 'true || row' },
    ],
  },
  {
    name: 'documents of a group are open to those outside it',
    finds: 'leaks',
    changes: [
      {
        file: RIGHTS,
        from: 'd.visibility IN (SELECT unnest(string_to_array(${audiences}, ${SEPARATOR})))',
        to: "d.visibility LIKE 'group:%' OR d.visibility IN (${audiences}, ${SEPARATOR})",
      },
      {
        file: INDEX,
        from: "field: 'visibility',\n    oneOf: ['tenant', ...scope.groups.map(toGroupVisibility)],",
        to: "not: { field: 'visibility', oneOf: ['private'] },",
      },
      { file: INDEX, from: 'ofGroups.has(row.visibility)', to: 'ofGroups.size === 0' },
    ],
  },
  {
    name: 'pages are counted from zero',
    finds: 'verdicts',
    changes: [
      { file: CHUNKS, from: 'Math.min(...pages) : null', to: 'Math.min(...pages) - 1 : null' },
      { file: CHUNKS, from: 'Math.max(...pages) : null', to: 'Math.max(...pages) - 1 : null' },
    ],
  },
  {
    name: 'the last passage of a document is not indexed',
    finds: 'verdicts',
    changes: [
      {
        file: CHUNKS,
        from: '  return chunks;\n',
        to: '  return chunks.length > 1 ? chunks.slice(0, -1) : chunks;\n',
      },
    ],
  },
  {
    name: 'words are indexed as they are written, without their stems',
    finds: 'verdicts',
    changes: [
      {
        file: 'src/language/stems.ts',
        from: 'if (stemmer === undefined) return written;',
        to: 'if (stemmer === undefined || written !== "") return written;',
      },
    ],
  },
  {
    name: 'misspelt words are not corrected',
    finds: 'verdicts',
    changes: [
      {
        file: 'src/search/corrections.ts',
        from: 'const MAX_UNKNOWN_WORDS = 6;',
        to: 'const MAX_UNKNOWN_WORDS = 0;',
      },
    ],
  },
  {
    name: 'the least relevant passage comes first',
    finds: 'hits',
    changes: [
      {
        file: 'src/search/assemble-results.ts',
        from: 'for (const hit of hits) {',
        to: 'for (const hit of hits.toReversed()) {',
      },
    ],
  },
  {
    name: 'anything found counts as an answer',
    finds: 'verdicts',
    changes: [
      { file: LEVELS, from: '  answer: 0.45,', to: '  answer: 0.001,' },
      { file: LEVELS, from: '  closest: 0.15,', to: '  closest: 0.001,' },
      { file: LEVELS, from: '  sure: 0.6,', to: '  sure: 0.001,' },
    ],
  },
  {
    name: 'citations name the passage after theirs',
    finds: 'verdicts',
    changes: [
      {
        file: 'src/answering/quote-sources.ts',
        from: 'sources: [...values, ...quoted, ',
        to: 'sources: [...values, ...quoted.map((one) => documents[(documents.indexOf(one) + 1) % documents.length] ?? one), ',
      },
    ],
  },
  {
    name: 'the last row of a table is not read',
    finds: 'verdicts',
    changes: [
      {
        file: 'src/parsing/parsers/csv.ts',
        from: 'for (const record of readRecords(text, separatorOf(text))) {',
        to: 'for (const record of [...readRecords(text, separatorOf(text))].slice(0, -1)) {',
      },
    ],
  },
];

/** The text with the change in it. */
export const applyChange = (text: string, { file, from, to }: Change): string => {
  if (text.split(from).length !== 2) throw new Error(`Not there once, in ${file}: ${from}`);
  return text.replace(from, () => to);
};
