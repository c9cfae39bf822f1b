import type { Source, SourceKind } from '../api/client.js';
import type { FieldProblem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { SelectField } from '../ui/form-dialog.js';
import { initialOf, partsOf } from './entered-source.js';
import type { KindField } from './fields.js';

type Props = { kind: SourceKind; source: Source | null; problems: readonly FieldProblem[] };

/** The fields of a kind's settings and credentials, in the console's words where it has any. */
export const KindFields = ({ kind, source, problems }: Props) => {
  const { t } = useWords();
  const parts = partsOf(kind);
  const first = kind.places?.[0];
  const isOnly = parts.settings.filter(({ isRequired }) => isRequired).length === 1;
  return (
    <>
      <Places kind={kind} />
      {parts.settings.map((field) => (
        <KindInput
          key={field.name}
          {...{ kind, field, problems }}
          name={`settings.${field.name}`}
          value={initialOf(field, source) || (isOnly && field.isRequired && first ? first : '')}
        />
      ))}
      {parts.credentials.length > 0 && (
        <fieldset class="boxes">
          <legend>{t.credentials}</legend>
          {source?.hasCredentials === true && <small>{t.credentialsStored}</small>}
          <Refused problems={problems} />
          {parts.credentials.map((field) => (
            <KindInput
              key={field.name}
              {...{ kind, field, problems }}
              name={`credentials.${field.name}`}
              value=""
            />
          ))}
        </fieldset>
      )}
    </>
  );
};

/** What the operator lets a kind read, for kinds that read nothing else. */
const Places = ({ kind: { places } }: Pick<Props, 'kind'>) => {
  const { t } = useWords();
  if (places === null) return null;
  if (places.length === 0) return <p class="note">{t.noPlaces}</p>;
  return <p class="muted wrap">{t.placesAllowed(places.join(', '))}</p>;
};

/** What is wrong with the credentials as a whole. */
const Refused = ({ problems }: Pick<Props, 'problems'>) => {
  const wrong = problems.filter(({ path }) => path === 'credentials');
  return wrong.length === 0 ? null : (
    <small class="why" role="alert">
      {wrong.map(({ message }) => message).join(' ')}
    </small>
  );
};

type InputProps = Pick<Props, 'kind' | 'problems'> & {
  field: KindField;
  name: string;
  value: string;
};

const KindInput = ({ kind, field, name, value, problems }: InputProps) => {
  const { t } = useWords();
  const key = `${kind.name}.${field.name}`;
  const labels: Readonly<Record<string, string>> = t.sourceField;
  const hints: Readonly<Record<string, string>> = t.sourceHint;
  const options: Readonly<Record<string, string>> = t.sourceOption;
  const known = labels[key] ?? labels[field.name];
  const label = known ?? field.title ?? field.name;
  // Only what has no words of ours is explained by the schema.
  const hint = hints[key] ?? (known === undefined ? (field.about ?? undefined) : undefined);
  switch (field.type) {
    case 'choice': {
      const choices = field.choices.map((one) => [one, options[`${key}.${one}`] ?? one] as const);
      return <SelectField name={name} label={label} value={value} options={choices} />;
    }
    case 'boolean':
      return (
        <label>
          <input type="checkbox" name={name} defaultChecked={value === 'true'} /> {label}
        </label>
      );
    case 'lines':
      return (
        <label class="field">
          <span>{label}</span>
          <textarea name={name} rows={3} defaultValue={value} />
          <small>{hint === undefined ? t.oneALine : `${hint} ${t.oneALine}`}</small>
        </label>
      );
    default:
      return (
        <Field
          name={name}
          label={label}
          type={field.type === 'secret' ? 'password' : field.type}
          {...(hint !== undefined && { hint })}
          autocomplete={field.type === 'secret' ? 'new-password' : 'off'}
          value={value}
          problems={problems}
        />
      );
  }
};
