import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { toProblem, type FieldProblem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import { Dialog } from './dialog.js';
import type { Entered } from './entered.js';
import { useFormProblem } from './form-problem.js';
import { ProblemLine } from './states.js';

type Props = {
  title: string;
  /** The words on the button that sends it. */
  action: string;
  /** Rejects with the problem; otherwise the dialog closes. */
  send: (entered: Entered) => Promise<unknown>;
  onClose: () => void;
  onDone?: () => void;
  children: (problems: readonly FieldProblem[]) => ComponentChildren;
};

/** Fields that are sent together; what the server refuses stands at the field that it means, and nothing typed is lost. */
export const FormDialog = ({ title, action, send, onClose, onDone, children }: Props) => {
  const { t } = useWords();
  const { form, errors, general, setProblem } = useFormProblem();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // The handler stands on a form alone.
    const entered = readForm(event.currentTarget as HTMLFormElement);
    setBusy(true);
    try {
      await send(entered);
      onClose();
      onDone?.();
    } catch (error) {
      setProblem(toProblem(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} onSubmit={(event) => void submit(event)}>
        {children(errors)}
        <ProblemLine problem={general} />
        <div class="actions">
          <button class="primary" disabled={isBusy}>
            {action}
          </button>
          <button type="button" onClick={onClose}>
            {t.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

export const readForm = (element: HTMLFormElement): Entered => {
  const form = new FormData(element);
  const all = (name: string) =>
    form.getAll(name).filter((value): value is string => typeof value === 'string');
  const raw = (name: string) => all(name)[0] ?? '';
  return { all, raw, text: (name) => raw(name).trim() };
};

type ChoiceProps = {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  value?: string;
};

export const SelectField = ({ name, label, options, value }: ChoiceProps) => (
  <label class="field">
    <span>{label}</span>
    <select name={name}>
      {options.map(([own, text]) => (
        <option key={own} value={own} selected={own === value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

type BoxesProps = Omit<ChoiceProps, 'value' | 'options'> & {
  options: readonly (readonly [value: string, text: string, about?: ComponentChildren])[];
  chosen: readonly string[];
  none?: string;
};

/** Boxes of which any number may be ticked. */
export const Boxes = ({ name, label, options, chosen, none }: BoxesProps) => (
  <fieldset class="boxes">
    <legend>{label}</legend>
    {options.length === 0 && <small>{none}</small>}
    {options.map(([value, text, about]) => (
      <label key={value}>
        <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />{' '}
        <span>
          <bdi>{text}</bdi>
          {about}
        </span>
      </label>
    ))}
  </fieldset>
);
