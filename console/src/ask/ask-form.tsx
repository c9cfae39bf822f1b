import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWords } from '../i18n/index.js';
import { Icon } from '../ui/icon.js';

type Props = {
  draft: string;
  setDraft: (text: string) => void;
  isFollowUp: boolean;
  onAsk: (question: string) => void;
  /** Null while nothing is being answered. */
  onStop: (() => void) | null;
  /** Scrolls to the end of the conversation; null while the end is visible. */
  toNewest: (() => void) | null;
  /** What else can be chosen before asking. */
  children: ComponentChildren;
};

/** The form in which the question is written: Enter asks, Shift and Enter begins a line. */
export const AskForm = ({
  draft,
  setDraft,
  isFollowUp,
  onAsk,
  onStop,
  toNewest,
  children,
}: Props) => {
  const { t } = useWords();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  const submit = () => {
    const question = draft.trim();
    if (question !== '' && onStop === null) onAsk(question);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the choice of a character where several keys make one.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <div class="ask">
      <ToNewest toNewest={toNewest} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <textarea
          ref={area}
          rows={2}
          dir="auto"
          maxLength={8000}
          aria-label={t.yourQuestion}
          placeholder={isFollowUp ? t.askFollowUp : t.askPlaceholder}
          value={draft}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div class="row">
          <span class="grow choices-of-asking">{children}</span>
          {onStop === null ? (
            <button class="primary" disabled={draft.trim() === ''}>
              {t.ask}
            </button>
          ) : (
            <button type="button" onClick={onStop}>
              {t.stop}
            </button>
          )}
        </div>
      </form>
    </div>
  );
};

const ToNewest = ({ toNewest }: Pick<Props, 'toNewest'>) => {
  const { t } = useWords();
  return (
    toNewest && (
      <button class="newest" onClick={toNewest}>
        {t.newest} <Icon name="newest" />
      </button>
    )
  );
};
