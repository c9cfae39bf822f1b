import { api, type Unanswered } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { ProblemLine } from '../ui/states.js';
import { Card } from './card.js';
import styles from './home.module.css';

/** At most this many open entries are shown; the feedback page has the rest. */
const MOST_SHOWN = 5;

type Props = { found: Unanswered; onChange: () => void };

/** Questions without an answer: those that are shared, and the words that many used. */
export const UnansweredQuestions = ({ found, onChange }: Props) => {
  const { t, format } = useWords();
  return (
    <Card id="unanswered" title={t.unansweredTitle} resource={{ value: found, problem: null }}>
      {({ questions, words }) => (
        <>
          <p class={styles['text']}>{t.unansweredHint}</p>
          {words.length > 0 && (
            <div class={styles['text']}>
              <ul class={styles['words']} aria-label={t.wordsOfMany}>
                {words.map(({ word, people }) => (
                  <li key={word} class="badge quiet">
                    <bdi>{word}</bdi> {format.number(people)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <ul class="lines">
            {questions.slice(0, MOST_SHOWN).map((one) => (
              <Question key={one.messageId} one={one} onChange={onChange} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
};

type QuestionProps = { one: Unanswered['questions'][number]; onChange: () => void };

const Question = ({ one, onChange }: QuestionProps) => {
  const { t, format } = useWords();
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: onChange });
  const { messageId, executionId, question, comment, askedAt } = one;
  const resolve = () =>
    api.PATCH('/v1/feedback/{id}', {
      params: { path: { id: messageId } },
      body: { resolved: true },
    });
  return (
    <li>
      <span class="grow wrap">
        <b>
          <bdi>{question}</bdi>
        </b>
        {comment !== null && (
          <span class="summary">
            <bdi>{comment}</bdi>
          </span>
        )}
        <small class="summary">
          {format.minute(askedAt)} · <a href={`/e/${executionId}`}>{t.receiptOpen}</a>
        </small>
        <ProblemLine problem={problem} />
      </span>
      <button onClick={() => void attempt(resolve)}>{t.feedbackResolve}</button>
    </li>
  );
};
