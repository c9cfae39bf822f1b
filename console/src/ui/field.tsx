import type { FieldProblem } from '../api/problem.js';

type Props = {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'number';
  hint?: string;
  autocomplete?: string;
  required?: boolean;
  value?: string;
  /** The problems that the server found with this field. */
  problems?: readonly FieldProblem[];
};

/** A labelled field that shows at its place what the server refused. */
export const Field = ({
  name,
  label,
  type = 'text',
  hint,
  value,
  problems = [],
  ...input
}: Props) => {
  const wrong = problems.filter(({ path }) => path === name);
  const notes = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(wrong.length > 0 ? [`${name}-wrong`] : []),
  ];
  const common = {
    ...input,
    name,
    // Only the first value: a field that is drawn again keeps what was typed.
    ...(value !== undefined && { defaultValue: value }),
    'aria-invalid': wrong.length > 0,
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
  };
  return (
    <label class="field">
      <span>{label}</span>
      {type === 'password' && <input type="password" {...common} />}
      {type === 'number' && <input type="number" {...common} />}
      {type === 'text' && <input type="text" {...common} />}
      {hint !== undefined && <small id={`${name}-hint`}>{hint}</small>}
      {wrong.length > 0 && (
        <small id={`${name}-wrong`} class="why">
          {wrong.map(({ message }) => message).join('; ')}
        </small>
      )}
    </label>
  );
};
