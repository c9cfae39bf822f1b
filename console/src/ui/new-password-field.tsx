import type { FieldProblem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import { Field } from './field.js';

type Props = { name: 'password' | 'newPassword'; problems?: readonly FieldProblem[] };

/** A field for a password that is being chosen, with the rule for it. */
export const NewPasswordField = (props: Props) => {
  const { t } = useWords();
  return (
    <Field
      {...props}
      type="password"
      label={t.newPassword}
      hint={t.newPasswordHint}
      autocomplete="new-password"
      required
    />
  );
};
