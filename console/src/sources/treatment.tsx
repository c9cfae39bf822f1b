import { useState } from 'preact/hooks';
import type { Me, Source } from '../api/client.js';
import type { FieldProblem } from '../api/problem.js';
import { VisibilityOptions } from '../documents/visibility-options.js';
import { useNames } from '../documents/use-names.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { SelectField } from '../ui/form-dialog.js';
import { RulesField } from './rules-field.js';
import styles from './sources.module.css';

type Props = { me: Me; source: Source | null; problems: readonly FieldProblem[] };

/** What is done with the files of a source: who reads them, when they are looked at, where they go. */
export const Treatment = ({ me, source, problems }: Props) => {
  const { t } = useWords();
  const [visibility, setVisibility] = useState(source?.visibility ?? 'private');
  return (
    <>
      {source === null && (
        <Field
          name="name"
          label={t.name}
          hint={t.sourceNameHint}
          autocomplete="off"
          problems={problems}
        />
      )}
      <label class="field">
        <span>{t.sourceReaders}</span>
        <select
          name="visibility"
          value={visibility}
          onChange={({ currentTarget }) => setVisibility(currentTarget.value)}
        >
          <VisibilityOptions me={me} shown={source?.visibility ?? 'private'} />
        </select>
        <small>{t.sourceReadersHint}</small>
      </label>
      <Schedule minutes={source === null ? 60 : source.everyMinutes} />
      <details>
        <summary>{t.moreSettings}</summary>
        <More me={me} source={source} problems={problems} />
      </details>
    </>
  );
};

const MINUTES = [15, 60, 360, 1440, 10_080] as const;

const Schedule = ({ minutes }: { minutes: number | null }) => {
  const { t, format } = useWords();
  const all = [...new Set([...MINUTES, ...(minutes === null ? [] : [minutes])])];
  return (
    <SelectField
      name="everyMinutes"
      label={t.sourceEvery}
      value={minutes === null ? '' : String(minutes)}
      options={[
        ...all.sort((a, b) => a - b).map((one) => [String(one), format.minutes(one)] as const),
        ['', t.onRequestOnly],
      ]}
    />
  );
};

const More = ({ me, source, problems }: Props) => {
  const { t } = useWords();
  const { collections } = useNames(me);
  return (
    <div class={styles['more']}>
      <RulesField me={me} rules={source?.rules ?? []} problems={problems} />
      <SelectField
        key={collections.size}
        name="collectionId"
        label={t.intoCollection}
        value={source?.collectionId ?? ''}
        options={[['', t.noCollection], ...collections]}
      />
      <Field
        name="graceDays"
        type="number"
        label={t.graceDays}
        hint={t.graceDaysHint}
        value={String(source?.graceDays ?? 7)}
        problems={problems}
      />
      <label>
        <input
          type="checkbox"
          name="rechecksReaders"
          defaultChecked={source?.rechecksReaders ?? false}
        />{' '}
        {t.rechecks}
        <small class="summary"> {t.rechecksHint}</small>
      </label>
    </div>
  );
};
