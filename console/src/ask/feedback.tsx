import { useState } from 'preact/hooks';
import { api } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import { IconAction } from '../ui/icon-action.js';
import { ProblemLine } from '../ui/states.js';

type Rating = 'up' | 'down';

/** One click says whether it helped; who has more to say gets the room for it. */
export const Feedback = ({ messageId, given }: { messageId: string; given: Rating | null }) => {
  const { t } = useWords();
  const [rating, setRating] = useState<Rating | null>(given);
  const [isOpen, setOpen] = useState(false);
  const [isThanked, setThanked] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async (next: Rating, words?: { comment: string; shareWithAdmin: boolean }) => {
    try {
      const body = { rating: next, shareWithAdmin: false, ...words };
      await api.POST('/v1/messages/{id}/feedback', { params: { path: { id: messageId } }, body });
      setRating(next);
      setProblem(null);
      setOpen(next === 'down' && words === undefined);
      setThanked(true);
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = form.get('comment');
    const comment = typeof text === 'string' ? text.trim() : '';
    if (comment === '') setOpen(false);
    else void send('down', { comment, shareWithAdmin: form.get('share') === 'on' });
  };
  return (
    <>
      <IconAction
        name={t.helpful}
        icon="good"
        isPressed={rating === 'up'}
        onClick={() => void send('up')}
      />
      <IconAction
        name={t.notHelpful}
        icon="bad"
        isPressed={rating === 'down'}
        onClick={() => void send('down')}
      />
      {isThanked && !isOpen && <span role="status">{t.feedbackThanks}</span>}
      <ProblemLine problem={problem} />
      {isOpen && (
        <form class="feedback" onSubmit={submit}>
          <label class="field">
            <span>{t.feedbackComment}</span>
            <textarea name="comment" rows={3} maxLength={2000} />
          </label>
          <label>
            <input type="checkbox" name="share" /> {t.feedbackShare}
          </label>
          <button>{t.feedbackSend}</button>
        </form>
      )}
    </>
  );
};
