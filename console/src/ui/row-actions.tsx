import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useWords } from '../i18n/index.js';

type Props = { choices: readonly (readonly [name: string, choose: () => void])[] };

/** Hides the actions of a row behind three dots. */
export const RowActions = ({ choices }: Props) =>
  choices.length === 0 ? null : (
    <Unfolded>
      {choices.map(([name, choose]) => (
        <button key={name} class="quiet" onClick={choose}>
          {name}
        </button>
      ))}
    </Unfolded>
  );

/** Three dots; a choice, Escape and a click elsewhere close what they open. */
export const Unfolded = ({ children }: { children: ComponentChildren }) => {
  const { t } = useWords();
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current !== null) details.current.open = false;
  };
  return (
    <details
      class="more"
      ref={details}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) close();
      }}
    >
      <summary aria-label={t.columnActions}>⋯</summary>
      <div class="choices" onClick={close}>
        {children}
      </div>
    </details>
  );
};
