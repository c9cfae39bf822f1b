import { useState } from 'preact/hooks';
import { api } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { ProblemLine } from '../ui/states.js';

/** Shows administrators, at the asker's wish, a question that was not answered. */
export const TellUnanswered = ({ messageId }: { messageId: string }) => {
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
  return (
    <div class="actions">
      {!isTold && <button onClick={() => void attempt(tell)}>{t.shareUnanswered}</button>}
      <span role="status" class="muted">
        {isTold && t.sharedUnanswered}
      </span>
      <ProblemLine problem={problem} />
    </div>
  );
};
