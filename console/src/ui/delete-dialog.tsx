import { useWords } from '../i18n/index.js';
import { Dialog, useAttempt } from './dialog.js';
import { ProblemLine } from './states.js';

type Props = {
  title: string;
  /** Says who loses what. */
  text: string;
  /** The words on the button; “Delete” where it is that. */
  action?: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
};

/** Asks once more before something is deleted. */
export const DeleteDialog = ({ title, text, action, remove, ...ends }: Props) => {
  const { t } = useWords();
  const { problem, attempt } = useAttempt(ends);
  return (
    <Dialog title={title} onClose={ends.onClose}>
      <p>{text}</p>
      <ProblemLine problem={problem} />
      <div class="actions">
        <button class="danger" onClick={() => void attempt(remove)}>
          {action ?? t.delete}
        </button>
        <button onClick={ends.onClose}>{t.cancel}</button>
      </div>
    </Dialog>
  );
};
