import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ChatAnswer, Client } from '@knowledge-router/client';
import type { Context } from '../context.js';
import { CliError, EXIT, type ExitCode } from '../failures.js';
import type { AddCommand } from '../command.js';
import { toMessage } from '../sync/messages.js';

/** A question and what has to be true of its answer. */
type Case = { question: string; expect: string[]; document: string | null; notFound: boolean };

type Options = { assistant?: string };

export const addEval: AddCommand = (parent, run) => {
  parent
    .command('eval')
    .description('ask the questions of a file and compare the answers with the expected ones')
    .argument('<file>', 'a JSON object a line: question, and expect, document or notFound')
    .option('--assistant <name>', 'slug or id of the assistant to ask')
    .action(run((context, command) => evaluate(context, command.args[0] ?? '', command.opts())));
};

const evaluate = async (
  context: Context,
  file: string,
  { assistant }: Options,
): Promise<ExitCode> => {
  const { output, signal } = context;
  const cases = await readCases(file);
  const { client } = await context.open();
  let passed = 0;
  for (const [index, asked] of cases.entries()) {
    output.progress(`${index + 1} of ${cases.length}  ${asked.question}`);
    const answer = await ask(client, { asked, assistant, signal });
    const problem = judge(asked, answer);
    if (problem === null) passed += 1;
    const { question } = asked;
    const result = { question, passed: problem === null, problem, answer: answer.answer };
    await output.item(
      result,
      `${problem === null ? 'pass' : 'FAIL'}  ${question}${problem === null ? '' : `\n      ${problem}`}`,
    );
  }
  output.note(`${passed} of ${cases.length} passed.`);
  if (passed === cases.length) return EXIT.ok;
  return passed === 0 ? EXIT.failed : EXIT.partlyFailed;
};

const ask = (
  client: Client,
  { asked, assistant, signal }: { asked: Case; assistant: string | undefined; signal: AbortSignal },
): Promise<ChatAnswer> => {
  const request = { message: asked.question, options: {} };
  return client.ask(assistant === undefined ? request : { ...request, assistantId: assistant }, {
    signal,
  });
};

const judge = (
  { expect, document, notFound }: Case,
  { answer, citations, responseType }: ChatAnswer,
): string | null => {
  const isAnswered = responseType === 'answer';
  if (notFound) return isAnswered ? 'was answered, and there is no answer' : null;
  if (!isAnswered) return `was not answered: ${responseType}`;
  const missing = expect.filter((part) => !has(answer, part));
  if (missing.length > 0) return `does not say: ${missing.join(', ')}`;
  const isCited = document === null || citations.some(({ title = '' }) => has(title, document));
  return isCited ? null : `does not cite: ${document}`;
};

const has = (text: string, part: string): boolean =>
  text.normalize('NFC').toLowerCase().includes(part.normalize('NFC').toLowerCase());

const readCases = async (file: string): Promise<Case[]> => {
  const cases: Case[] = [];
  try {
    let number = 0;
    for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
      number += 1;
      if (line.trim() !== '') cases.push(parseCase(line, `${file}:${number}`));
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`${file} cannot be read: ${toMessage(error)}.`);
  }
  if (cases.length === 0) throw new CliError(`${file} holds no question.`, EXIT.usage);
  return cases;
};

const parseCase = (line: string, where: string): Case => {
  const value = parse(line);
  const { question, expect = [], document = null, notFound = false } = value ?? {};
  const texts: unknown[] = Array.isArray(expect) ? expect : [expect];
  const isText = (text: unknown): text is string => typeof text === 'string';
  if (!isText(question) || question.trim() === '' || !texts.every(isText)) {
    throw new CliError(`${where} is no {"question": "…", "expect": ["…"]}.`, EXIT.usage);
  }
  const isJudged = texts.length > 0 || document !== null || notFound === true;
  if (!isJudged) throw new CliError(`${where} says nothing of the answer.`, EXIT.usage);
  return {
    question,
    expect: texts,
    document: isText(document) ? document : null,
    notFound: notFound === true,
  };
};

const parse = (line: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};
