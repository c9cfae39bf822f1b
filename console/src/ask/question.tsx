import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useWords } from '../i18n/index.js';
import { Icon } from '../ui/icon.js';
import { besides } from './pairs.js';
import styles from './question.module.css';

/** Where in a conversation a question is asked again: behind a message, at its beginning, or where an execution's question stands. */
export type Place = { parentId: string | null } | { executionId: string };

export type AskAt = (question: string, place: Place) => void;

type Props = {
  text: string;
  /** Null while another question is being answered, and where nobody knows yet where the question stands. */
  onEdit: ((question: string) => void) | null;
  /** The questions that were asked in this place, and this one among them. */
  branches?: readonly string[];
  id?: string;
  onBranch?: ((id: string) => void) | null;
};

/** A question, which can be asked in other words; the answers of before are kept on a branch of their own. */
export const QuestionText = ({ text, onEdit, branches = [], id = '', onBranch = null }: Props) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (isOpen && onEdit !== null) {
    return <EditForm text={text} onEdit={onEdit} onClose={() => setOpen(false)} />;
  }
  return (
    <div role="group" aria-label={t.question} class={styles['place']}>
      <h2 class="question" dir="auto">
        {text}
      </h2>
      <div class={styles['tools']}>
        {branches.length > 1 && <Branches {...{ branches, id, onBranch }} />}
        {text !== '' && (
          <button
            class="quiet"
            title={t.editQuestion}
            aria-label={t.editQuestion}
            disabled={onEdit === null}
            onClick={() => setOpen(true)}
          >
            <Icon name="edit" />
          </button>
        )}
      </div>
    </div>
  );
};

const Branches = ({
  branches,
  id,
  onBranch,
}: Required<Pick<Props, 'branches' | 'id' | 'onBranch'>>) => {
  const { t, format } = useWords();
  const { number, previous, next } = besides(branches, id);
  const step = (to: string | null, name: string, sign: string) => (
    <button
      class="quiet"
      title={name}
      aria-label={name}
      disabled={to === null || onBranch === null}
      onClick={() => to !== null && onBranch?.(to)}
    >
      <span class={styles['sign']} aria-hidden="true">
        {sign}
      </span>
    </button>
  );
  return (
    <>
      {step(previous, t.previousVersion, '‹')}
      <span class="muted">
        {t.versionOf(format.number(number), format.number(branches.length))}
      </span>
      {step(next, t.nextVersion, '›')}
    </>
  );
};

type EditProps = { text: string; onEdit: (question: string) => void; onClose: () => void };

const EditForm = ({ text, onEdit, onClose }: EditProps) => {
  const { t } = useWords();
  const [draft, setDraft] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  const submit = () => {
    if (draft.trim() === '') return;
    onClose();
    onEdit(draft.trim());
  };
  return (
    <form
      class={styles['edit']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        rows={3}
        dir="auto"
        maxLength={8000}
        aria-label={t.editQuestion}
        value={draft}
        ref={area}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <p class="muted">{t.editHint}</p>
      <div class="actions">
        <button class="primary" disabled={draft.trim() === ''}>
          {t.ask}
        </button>
        <button type="button" onClick={onClose}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
};
