import { useState } from 'preact/hooks';
import { api, bodyOf, type SharedAnswer } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog } from '../ui/dialog.js';
import { IconAction } from '../ui/icon-action.js';
import { ProblemLine } from '../ui/states.js';

const DAYS = [7, 30, 90, 365] as const;

/** The address under which colleagues open a shared answer. */
export const toSharedAddress = (id: string): string => `${location.origin}/s/${id}`;

/** Shares a question with its answer, for as long as is chosen here. */
export const ShareButton = ({ messageId }: { messageId: string }) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconAction name={t.share} icon="share" onClick={() => setOpen(true)} />
      {isOpen && <ShareDialog messageId={messageId} onClose={() => setOpen(false)} />}
    </>
  );
};

const ShareDialog = ({ messageId, onClose }: { messageId: string; onClose: () => void }) => {
  const { t, format } = useWords();
  const [days, setDays] = useState(30);
  const [shared, setShared] = useState<SharedAnswer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const share = () => {
    api.POST('/v1/shared-answers', { body: { messageId, days } }).then(
      (answer) => setShared(bodyOf(answer)),
      (error: unknown) => setProblem(toProblem(error)),
    );
  };
  return (
    <Dialog title={t.shareTitle} onClose={onClose}>
      <p>{t.shareText}</p>
      {shared === null ? (
        <label class="field">
          <span>{t.shareFor}</span>
          <select
            value={days}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {format.days(count)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <label class="field">
          <span>{t.sharedUntil(format.day(shared.expiresAt))}</span>
          <input
            readOnly
            value={toSharedAddress(shared.id)}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
      )}
      {problem?.code === 'conflict' ? (
        <p class="why" role="alert">
          {t.notShareable}
        </p>
      ) : (
        <ProblemLine problem={problem} />
      )}
      <div class="actions">
        {shared === null ? (
          <button class="primary" onClick={share}>
            {t.share}
          </button>
        ) : (
          <CopyButton name={t.copyLink} text={() => toSharedAddress(shared.id)} />
        )}
        <button onClick={onClose}>{t.close}</button>
      </div>
    </Dialog>
  );
};
