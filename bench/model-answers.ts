import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  loadCases,
  loadPassages,
  passagesFor,
  playAnswer,
  type Outcome,
  type PlayedAnswer,
  type PlayedQuestion,
} from './answers/played-answers.js';

// Plays right and wrong answers through the rules, without a server, a search or a judge, and tells what a reader would be told of them.
const FOLDER = fileURLToPath(new URL('./answers/model-answers/', import.meta.url));
/** As the product cuts documents by default. */
const CHUNK_TOKENS = 400;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' } },
});

type Row = Omit<PlayedAnswer, 'false'> & Pick<PlayedQuestion, 'language'> & Outcome;

const playFolder = async (folder: string): Promise<Row[]> => {
  const { documents: files, questions } = await loadCases(folder);
  const documents = await Promise.all(
    files.map((file) =>
      loadPassages(path.join(folder, 'documents', file), { chunkTokens: CHUNK_TOKENS }),
    ),
  );
  return questions.flatMap((question) => {
    const sources = passagesFor(question, documents);
    return question.answers.map((answer) => ({
      id: answer.id,
      language: question.language,
      label: answer.label,
      kind: answer.kind,
      text: answer.text,
      ...playAnswer(answer, question, sources),
    }));
  });
};

const print = (all: readonly Row[]): void => {
  const rows = all.filter(({ fate }) => fate !== 'left out');
  const leftOut = all.filter(({ fate }) => fate === 'left out');
  const languages = [...new Set(rows.map(({ language }) => language))];
  console.log(toTable(rows, 'right', { languages }).join('\n'));
  console.log(`\n${toTable(rows, 'wrong', { languages }).join('\n')}`);
  console.log(`\nleft out, no passage for a marker: ${leftOut.map(({ id }) => id).join(', ')}`);
};

/** One row for all answers of a label, one for each language and one for each kind. */
const toTable = (
  rows: readonly Row[],
  label: Row['label'],
  { languages }: { languages: readonly string[] },
): string[] => {
  const own = rows.filter((row) => row.label === label);
  const kinds = [...new Set(own.map(({ kind }) => kind))];
  const heads = { right: ['unharmed', 'carried'], wrong: ['shown as carried', 'flagged'] }[label];
  return [
    `| ${label} | answers | ${heads.join(' | ')} |`,
    '| --- | --- | --- | --- |',
    toLine('all', own),
    ...languages.map((language) =>
      toLine(
        language,
        own.filter((row) => row.language === language),
      ),
    ),
    ...kinds.map((kind) =>
      toLine(
        kind,
        own.filter((row) => row.kind === kind),
      ),
    ),
  ];
};

const toLine = (name: string, rows: readonly Row[]): string => {
  const carried = rows.filter(({ fate }) => fate === 'carried').length;
  const flagged = rows.filter(({ fate }) => fate === 'flagged').length;
  const isRight = rows[0]?.label === 'right';
  const counts = isRight ? [rows.length - flagged, carried] : [carried, flagged];
  const shares = counts.map((count) => `${count} (${toShare(count, rows.length)})`);
  return `| ${name} | ${rows.length} | ${shares.join(' | ')} |`;
};

const toShare = (count: number, all: number): string =>
  all === 0 ? '–' : (count / all).toFixed(2).replace(/^0/u, '');

const rows = await playFolder(positionals[0] ?? FOLDER);
if (options.json !== undefined) {
  await writeFile(options.json, `${JSON.stringify(rows, null, 2)}\n`);
}
print(rows);
