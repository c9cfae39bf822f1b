import { styleText } from 'node:util';
import type { ChatAnswer } from '../src/workflow/chat.js';
import type { Client, UploadedDocument } from './client.js';
import type { DemoQuestion } from './questions.js';

const WIDTH = 96;

export const line = (text = ''): void => {
  process.stdout.write(`${text}\n`);
};

const dim = (text: string) => styleText('dim', text);

export const heading = (text: string): void => {
  line();
  line(styleText('bold', text));
  line(dim('─'.repeat(Math.min(WIDTH, text.length))));
};

export const printDocument = (document: UploadedDocument): void => {
  const { stage, done, total } = document.progress;
  const state =
    document.status === 'ready'
      ? styleText('green', 'ready')
      : `${stage} ${total > 0 ? `${String(done)}/${String(total)}` : ''}`;
  const details = [
    document.language,
    document.pageCount === null ? null : `${String(document.pageCount)} pages`,
    document.chunkCount > 0 ? `${String(document.chunkCount)} chunks` : null,
  ].filter((part) => part !== null);
  line(`  ${document.filename.padEnd(28)} ${state.padEnd(14)} ${dim(details.join(', '))}`);
};

export const printTurn = (turn: {
  question: DemoQuestion;
  answer: ChatAnswer;
  receipt: Awaited<ReturnType<Client['receipt']>>;
}): void => {
  const { question, answer, receipt } = turn;
  line();
  line(
    `${styleText('cyan', '?')} ${styleText('bold', question.question)}  ${dim(`(${question.why})`)}`,
  );
  for (const paragraph of answer.answer.split('\n')) {
    for (const row of wrap(paragraph)) line(`  ${row}`);
  }
  printCitations(answer);
  printTimings(answer);
  if (receipt !== null) {
    const outcomes = countBy(receipt.candidates.map(({ outcome }) => outcome));
    const decisions = receipt.decisions.map(
      ({ decision, protocol }) => `${decision} (${protocol})`,
    );
    line(dim(`  receipt   searched: ${receipt.queries.join(' | ') || '–'}`));
    line(dim(`            decided: ${decisions.join(' → ')} · passages: ${outcomes || 'none'}`));
  }
};

const printCitations = ({ citations }: ChatAnswer): void => {
  for (const citation of citations) {
    const place = [
      citation.chapter,
      citation.pageStart === null || citation.pageStart === undefined
        ? null
        : `p. ${String(citation.pageStart)}`,
      `characters ${String(citation.charStart)}–${String(citation.charEnd)}`,
    ].filter((part) => part !== null && part !== undefined);
    const verdict = styleText(
      citation.verification === 'exact' ? 'green' : 'yellow',
      citation.verification,
    );
    line(
      `  ${dim('citation')}  [${String(citation.number)}] ${citation.title ?? ''} – ${place.join(', ')}: ${verdict}`,
    );
  }
};

const printTimings = ({ timings, status, stopReason, degraded }: ChatAnswer): void => {
  const nodes = timings.nodes.map(({ node, durationMs }) => `${node} ${durationMs.toFixed(0)}`);
  line(
    dim(
      `  timings   ${nodes.join(' → ')} = ${timings.totalMs.toFixed(0)} ms · ${status}, ${stopReason}`,
    ),
  );
  for (const { node, reason, effect } of degraded) {
    line(styleText('yellow', `  degraded  ${node}: ${reason} – ${effect}`));
  }
};

const countBy = (values: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${String(count)} ${value}`).join(', ');
};

const wrap = (text: string): string[] => {
  const rows = [''];
  for (const word of text.split(' ')) {
    const last = rows.length - 1;
    const row = rows[last] ?? '';
    if (row.length > 0 && row.length + word.length + 1 > WIDTH) rows.push(word);
    else rows[last] = row.length > 0 ? `${row} ${word}` : word;
  }
  return rows;
};
