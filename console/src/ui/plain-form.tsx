import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { toProblem, type FieldProblem } from '../api/problem.js';
import type { Entered } from './entered.js';
import { readForm } from './form-dialog.js';
import { useFormProblem } from './form-problem.js';
import { ProblemLine } from './states.js';

type Props = {
  /** The words on the button that sends it. */
  action: string;
  /** Said once it was accepted. */
  saved: string;
  /** Its fields are emptied then. */
  isEmptied?: boolean;
  send: (entered: Entered) => Promise<unknown>;
  class?: string;
  children: (problems: readonly FieldProblem[]) => ComponentChildren;
};

/** Fields on a page that are sent together, with a word about what became of them. */
export const PlainForm = ({ action, saved, isEmptied = false, send, children, ...look }: Props) => {
  const { form, errors, general, setProblem } = useFormProblem();
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // The handler stands on a form alone.
    const element = event.currentTarget as HTMLFormElement;
    const entered = readForm(element);
    setState('busy');
    try {
      await send(entered);
      if (isEmptied) element.reset();
      setProblem(null);
      setState('saved');
    } catch (error) {
      setProblem(toProblem(error));
      setState('idle');
    }
  };
  return (
    <form
      ref={form}
      {...look}
      onSubmit={(event) => void submit(event)}
      onInput={() => setState('idle')}
    >
      {children(errors)}
      <ProblemLine problem={general} />
      <div class="actions">
        <button class="primary" disabled={state === 'busy'}>
          {action}
        </button>
        <span role="status" class="muted">
          {state === 'saved' && saved}
        </span>
      </div>
    </form>
  );
};
