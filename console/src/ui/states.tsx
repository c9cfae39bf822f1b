import type { ComponentChildren } from 'preact';
import type { Problem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';

/** Waiting for something that has nothing to show yet. */
export const Loading = () => {
  const { t } = useWords();
  return <p class="loading">{t.loading}</p>;
};

type EmptyProps = {
  title: string;
  text?: string;
  /** It is all that the screen shows. */
  isWhole?: boolean;
  children?: ComponentChildren;
};

export const Empty = ({ title, text, isWhole = false, children }: EmptyProps) => (
  <div class="empty">
    {isWhole ? <h1>{title}</h1> : <h2>{title}</h2>}
    {text !== undefined && <p>{text}</p>}
    {children}
  </div>
);

/** The problem in words of ours where there are any, in the API's otherwise. */
export const useProblemText = () => {
  const { t } = useWords();
  return ({ code, detail }: Pick<Problem, 'code' | 'detail'>): string => {
    const words: Readonly<Record<string, string>> = { ...t.problem, ...t.failure };
    const known = words[code];
    if (known !== undefined) return known;
    return detail === '' ? t.problem.internal_error : detail;
  };
};

/** A part of the page that could not be loaded: forbidden, gone, or failed, which can be tried again. */
export const Failed = ({ problem, retry }: { problem: Problem; retry?: () => void }) => {
  const { t } = useWords();
  const text = useProblemText();
  if (problem.code === 'forbidden')
    return <Empty title={t.forbiddenTitle} text={t.forbiddenText} />;
  if (problem.code === 'not_found') return <Empty title={t.goneTitle} text={t.goneText} />;
  return (
    <div class="empty" role="alert">
      <h2>{t.failedTitle}</h2>
      <p>{text(problem)}</p>
      {retry && <button onClick={retry}>{t.tryAgain}</button>}
    </div>
  );
};

/** One sentence about what was just tried and failed. */
export const ProblemLine = ({ problem }: { problem: Problem | null }) => {
  const text = useProblemText();
  return (
    problem && (
      <p class="why" role="alert">
        {text(problem)}
      </p>
    )
  );
};
