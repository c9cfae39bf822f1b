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

type UnfoldedProps = {
  /** The content of the button that opens the menu; default: three dots. */
  summary?: ComponentChildren;
  children: ComponentChildren;
};

/**
 * Actions that open below their summary. The first one has the focus then, the arrow keys go from one to the next; a choice, Escape and a
 * click elsewhere close it, and the focus is where it was before.
 */
export const Unfolded = ({ summary, children }: UnfoldedProps) => {
  const { t } = useWords();
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current !== null) details.current.open = false;
  };
  const closeAndReturn = () => {
    close();
    details.current?.querySelector('summary')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && details.current?.open === true) {
      event.stopPropagation();
      closeAndReturn();
    } else if (moveFocus(details.current, event)) event.preventDefault();
  };
  return (
    <details
      class="more"
      ref={details}
      onKeyDown={onKeyDown}
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) return;
        keepInWindow(currentTarget);
        choicesOf(currentTarget)[0]?.focus();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) close();
      }}
    >
      {summary === undefined ? (
        <summary aria-label={t.columnActions}>⋯</summary>
      ) : (
        <summary>{summary}</summary>
      )}
      <div
        class="choices"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('button, a') !== null) closeAndReturn();
        }}
      >
        {children}
      </div>
    </details>
  );
};

/** Opens a menu to the other side where it would begin outside of the window. */
const keepInWindow = (details: HTMLDetailsElement): void => {
  delete details.dataset['turned'];
  const { left = 0, right = 0 } =
    details.querySelector(':scope > .choices')?.getBoundingClientRect() ?? {};
  if (left < 0 || right > innerWidth) details.dataset['turned'] = '';
};

const choicesOf = (details: HTMLDetailsElement): HTMLElement[] => [
  ...details.querySelectorAll<HTMLElement>(':scope > .choices :is(a, button, select, input)'),
];

/** Goes to another choice of an open menu, in a circle; a list to choose from keeps its own keys. */
const moveFocus = (details: HTMLDetailsElement | null, { key, target }: KeyboardEvent): boolean => {
  if (details?.open !== true || target instanceof HTMLSelectElement) return false;
  const choices = choicesOf(details);
  const at = choices.findIndex((choice) => choice === target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (next === undefined) return false;
  choices.at(next % choices.length)?.focus();
  return true;
};
