import type { ComponentChildren } from 'preact';
import type { AnswerOutcome, ChatAnswer, Citation, Message, Statement } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { CopyButton } from '../ui/copy-button.js';
import { Markdown } from '../ui/markdown.js';
import { IconAction } from '../ui/icon-action.js';
import { useProblemText } from '../ui/states.js';
import { splitClosest, withoutNotice, withoutSourceList } from './answer-text.js';
import { Feedback } from './feedback.js';
import { dropTurn, isUnderWay, type LiveTurn } from './live-turns.js';
import type { Pair } from './pairs.js';
import { QuestionText, type AskAt } from './question.js';
import { ShareButton } from './share-dialog.js';
import { SourceList, useCitationTitle } from './source-list.js';
import { toStretches, verdictAt, type Corrected } from './statements.js';
import { StatusLine } from './status-line.js';
import { TellUnanswered } from './tell-unanswered.js';
import { ToolsUsed } from './tools-used.js';

/** The citation that is open beside the answer, among those of the same answer. */
export type Opened = { citations: readonly Citation[]; index: number; messageId: string };

export type Open = (opened: Opened) => void;

type Given = {
  question: string;
  content: string;
  citations: readonly Citation[];
  statements: readonly Statement[];
  corrected: Corrected;
  messageId: string;
  executionId: string;
  /** Null for an old answer whose receipt no longer exists. */
  outcome: AnswerOutcome | null;
  /** Null for a stored answer: loaded when the reader opens the list. */
  calls: ChatAnswer['toolCalls'] | null;
  rating: 'up' | 'down' | null;
};

/** What a corrected statement said before is known where it was shown. */
const NOTHING_CORRECTED: Corrected = new Map();

type Reading = { opened: Opened | null; onOpen: Open };

/** Asks in the place of a question; null while another one is being answered. */
type Asking = { onAskAt: AskAt | null };

type StoredProps = Reading &
  Asking & { pair: Pair<Message>; onBranch: ((id: string) => void) | null };

/** A question of before, with its answer. */
export const StoredTurn = ({ pair, onBranch, onAskAt, ...reading }: StoredProps) => {
  const { t } = useWords();
  const { question, answer: message } = pair;
  const parentId = question?.parentMessageId ?? null;
  const askHere = question && onAskAt && ((changed: string) => onAskAt(changed, { parentId }));
  return (
    <article>
      <QuestionText
        text={question?.content ?? ''}
        onEdit={askHere}
        branches={question?.branches ?? []}
        id={question?.id ?? ''}
        onBranch={onBranch}
      />
      {message === null ? (
        <p class="muted">{t.noAnswerYet}</p>
      ) : (
        <AnswerView
          {...reading}
          onAgain={askHere && (() => askHere(question.content))}
          given={{
            question: question?.content ?? '',
            content: message.content,
            citations: message.citations,
            statements: message.statements,
            corrected: NOTHING_CORRECTED,
            messageId: message.id,
            executionId: message.executionId,
            outcome: message.outcome,
            calls: null,
            rating: message.feedback?.rating ?? null,
          }}
        />
      )}
    </article>
  );
};

type LiveProps = Reading &
  Asking & { turn: LiveTurn; onAskAgain: ((question: string) => void) | null };

/** A question that was asked on this page: on its way, or as it was answered. */
export const LiveTurnView = ({ turn, onAskAgain, onAskAt, ...reading }: LiveProps) => {
  const { t } = useWords();
  const problemText = useProblemText();
  const { answer, problem, phase } = turn;
  const askHere =
    answer && onAskAt
      ? (question: string) => onAskAt(question, { executionId: answer.executionId })
      : null;
  const again = () => {
    dropTurn(turn.key);
    onAskAgain?.(turn.question);
  };
  return (
    <article>
      <QuestionText text={turn.question} onEdit={askHere} />
      {isUnderWay(turn) && <Progress turn={turn} {...reading} />}
      {answer !== null && (
        <AnswerView
          {...reading}
          onAgain={askHere && (() => askHere(turn.question))}
          given={{
            question: turn.question,
            content: answer.answer,
            citations: answer.citations,
            statements: answer.statements,
            corrected: turn.corrected,
            messageId: answer.messageId,
            executionId: answer.executionId,
            outcome: answer,
            calls: answer.toolCalls,
            rating: null,
          }}
        />
      )}
      {phase === 'stopped' && <p class="muted">{t.stopped}</p>}
      {problem !== null && (
        <p class="why" role="alert">
          {problemText(problem)}
        </p>
      )}
      {(phase === 'stopped' || phase === 'failed') && (
        <p>
          <button disabled={onAskAgain === null} onClick={again}>
            {t.askAgain}
          </button>
        </p>
      )}
    </article>
  );
};

const Progress = ({ turn, opened, onOpen }: Reading & { turn: LiveTurn }) => {
  const { key, text, phase, isLost, sources } = turn;
  const { t } = useWords();
  const steps: Readonly<Record<string, string>> = {
    starting: t.starting,
    thinking: t.thinking,
    searching: t.searching,
    writing: t.writing,
  };
  return (
    <>
      {text !== '' && (
        <div role="group" class="answer" aria-label={t.answer} aria-busy="true" dir="auto">
          <Markdown text={withoutSourceList(text)} renderMark={(number) => `[${number}]`} />
        </div>
      )}
      <p class="progress-line">
        <span class="dot pulse" aria-hidden="true" />
        {isLost ? t.connectionLost : (steps[phase] ?? '')}
      </p>
      {text === '' && (
        <SourceList
          citations={sources}
          isOpen={(index) => opened?.messageId === key && opened.index === index}
          open={(index) => onOpen({ citations: sources, index, messageId: key })}
        />
      )}
    </>
  );
};

type AnswerProps = Reading & { given: Given; onAgain: (() => void) | null };

const AnswerView = ({ given, onAgain, opened, onOpen }: AnswerProps) => {
  const { t } = useWords();
  const { content, citations, messageId, executionId, outcome, calls, rating } = given;
  const { statements, corrected } = given;
  const notice = outcome?.notice ?? null;
  const { text, closest } = splitClosest(withoutNotice(withoutSourceList(content), notice), notice);
  return (
    <>
      <CitedText
        key={messageId}
        of={messageId}
        {...{ text, citations, statements, corrected, opened, onOpen }}
        shift={content.indexOf(text)}
      >
        {closest !== '' && (
          <details class="closest">
            <summary>{notice}</summary>
            <Markdown text={closest} renderMark={(number) => `[${number}]`} />
          </details>
        )}
        <StatusLine outcome={outcome} citations={citations} />
        {isInVain(outcome) && (
          <TellUnanswered key={messageId} messageId={messageId} question={given.question} />
        )}
      </CitedText>
      <ToolsUsed executionId={executionId} made={outcome?.toolCalls ?? []} calls={calls} />
      <div class="actions answer-actions">
        <Feedback messageId={messageId} given={rating} />
        <CopyAnswer text={text} citations={citations} />
        <ShareButton messageId={messageId} />
        <IconAction
          name={t.answerAgain}
          icon="retry"
          isDisabled={onAgain === null}
          onClick={() => onAgain?.()}
        />
        <a class="button quiet" href={`/e/${executionId}`}>
          {t.receiptOpen}
        </a>
      </div>
    </>
  );
};

const isInVain = (outcome: AnswerOutcome | null): boolean =>
  outcome?.responseType === 'not_found' || outcome?.responseType === 'closest';

type CitedTextProps = Reading & {
  text: string;
  citations: readonly Citation[];
  statements: readonly Statement[];
  corrected?: Corrected;
  /** Where the text begins in the answer, whose offsets the statements have. */
  shift?: number;
  /** Tells the answer from the others on the page. */
  of: string;
  /** Between the text and its sources. */
  children?: ComponentChildren;
};

/** An answer with its marks, and below it the list of what it rests on. */
export const CitedText = ({ text, citations, of, ...props }: CitedTextProps) => {
  const { statements, corrected = NOTHING_CORRECTED, shift = 0, opened, onOpen, children } = props;
  const { t } = useWords();
  const title = useCitationTitle();
  const isOpen = (index: number) => opened?.messageId === of && opened.index === index;
  const open = (index: number) => onOpen({ citations, index, messageId: of });
  const renderMark = (number: number, at: number) => {
    const index = citations.findIndex((citation) => citation.number === number);
    const citation = citations[index];
    if (citation === undefined) return `[${number}]`;
    const verdict = verdictAt({ statements, shift }, at) ?? citation.verification;
    return (
      <button
        class={`cite ${citation.verification === 'stale' ? 'stale' : verdict}`}
        aria-pressed={isOpen(index)}
        aria-label={t.source(number, title(citation))}
        onClick={() => open(index)}
      >
        {number}
      </button>
    );
  };
  return (
    <>
      <div role="group" class="answer" aria-label={t.answer} dir="auto">
        <Markdown
          {...{ text, renderMark }}
          stretches={toStretches({ statements, corrected, shift })}
        />
      </div>
      {children}
      <SourceList citations={citations} isOpen={isOpen} open={open} />
    </>
  );
};

const CopyAnswer = ({ text, citations }: { text: string; citations: readonly Citation[] }) => {
  const { t } = useWords();
  const title = useCitationTitle();
  const withSources = () => {
    const lines = citations.map((citation) => {
      const page = citation.pageStart
        ? `, ${t.page(citation.pageStart, citation.pageEnd ?? citation.pageStart)}`
        : '';
      return `[${citation.number}] ${title(citation)}${page}`;
    });
    return [text, '', ...lines].join('\n').trim();
  };
  return <CopyButton name={t.copy} icon="copy" text={withSources} />;
};
