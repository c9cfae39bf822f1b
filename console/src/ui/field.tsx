import type { FieldProblem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';

type Props = {
  name: string;
  label: string;
  /** `area`: several lines. */
  type?: 'text' | 'password' | 'number' | 'area';
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
  const text = useFieldText();
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
      {type === 'area' && <textarea rows={5} maxLength={8000} {...common} />}
      {hint !== undefined && <small id={`${name}-hint`}>{hint}</small>}
      {wrong.length > 0 && (
        <small id={`${name}-wrong`} class="why">
          {wrong.map(text).join(' ')}
        </small>
      )}
    </label>
  );
};

/** The error of a field, in the reader's language if the API gave a code for it. */
const useFieldText = () => {
  const { t, format } = useWords();
  return ({ code, limit = 0, message }: FieldProblem): string => {
    const number = format.number(limit);
    switch (code) {
      case 'missing':
        return t.field.missing;
      case 'too_short':
        return limit === 1 ? t.field.missing : t.field.tooShort(number);
      case 'too_long':
        return t.field.tooLong(number);
      case 'too_small':
      case 'too_few':
        return t.field.tooSmall(number);
      case 'too_big':
      case 'too_many':
        return t.field.tooBig(number);
      case 'unknown':
      case 'wrong_type':
      case 'wrong_format':
      case 'not_a_choice':
        return t.field.wrong;
      default:
        return message;
    }
  };
};
