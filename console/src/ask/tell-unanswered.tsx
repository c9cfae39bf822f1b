import { useState } from 'preact/hooks';
import { api } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { ProblemLine } from '../ui/states.js';

type Props = { messageId: string; question: string };

/** What can be done about a question without an answer: search, see why a document was not found, tell the administrators. */
export const TellUnanswered = ({ messageId, question }: Props) => {
  const { t } = useWords();
  const [isTold, setTold] = useState(false);
  const { problem, attempt } = useAttempt({
    onClose: () => undefined,
    onDone: () => setTold(true),
  });
  const tell = () =>
    api.POST('/v1/messages/{id}/feedback', {
      params: { path: { id: messageId } },
      body: { rating: 'down', shareWithAdmin: true },
    });
  const search = `/search?${new URLSearchParams({ q: question }).toString()}`;
  return (
    <div class="actions">
      <a class="button" href={search}>
        {t.navSearch}
      </a>
      <a class="button" href={`${search}#why-not`}>
        {t.whyNot}
      </a>
      {!isTold && <button onClick={() => void attempt(tell)}>{t.shareUnanswered}</button>}
      <span role="status" class="muted">
        {isTold && t.sharedUnanswered}
      </span>
      <ProblemLine problem={problem} />
    </div>
  );
};
