import { useState } from 'preact/hooks';
import type { Me, Source } from '../api/client.js';
import type { FieldProblem } from '../api/problem.js';
import { VisibilityOptions } from '../documents/visibility-options.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { fromReaders, PEOPLE } from './entered-source.js';

type Rule = Source['rules'][number];
type Props = { me: Me; rules: readonly Rule[]; problems: readonly FieldProblem[] };

/** Rules that say who reads what lies below a path. */
export const RulesField = ({ me, rules, problems }: Props) => {
  const { t, format } = useWords();
  const [rows, setRows] = useState(() => rules.map((rule, id) => ({ id, rule })));
  const add = () => {
    const id = Math.max(0, ...rows.map((row) => row.id + 1));
    setRows([...rows, { id, rule: { path: '', visibility: 'private' } }]);
  };
  return (
    <fieldset class="boxes">
      <legend>{t.sourceRules}</legend>
      <small>{t.sourceRulesText}</small>
      {rows.map(({ id, rule }, at) => (
        <RuleRow
          key={id}
          {...{ me, rule, at, problems }}
          name={t.sourceRule(format.number(at + 1))}
          onRemove={() => setRows(rows.filter((row) => row.id !== id))}
        />
      ))}
      <div class="actions">
        <button type="button" onClick={add}>
          {t.addRule}
        </button>
      </div>
    </fieldset>
  );
};

type RowProps = Omit<Props, 'rules'> & {
  rule: Rule;
  at: number;
  name: string;
  onRemove: () => void;
};

const RuleRow = ({ me, rule, at, name, problems, onRemove }: RowProps) => {
  const { t } = useWords();
  const [chosen, setChosen] = useState(rule.visibility ?? PEOPLE);
  const readers = `rules.${at}.readers`;
  return (
    <div class="card foot" role="group" aria-label={name}>
      <Field
        name={`rules.${at}.path`}
        label={t.rulePath}
        autocomplete="off"
        value={rule.path}
        problems={problems}
      />
      <label class="field">
        <span>{t.whoMayRead}</span>
        <select
          name={`rules.${at}.visibility`}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <VisibilityOptions me={me} shown={rule.visibility ?? 'private'} />
          <option value={PEOPLE}>{t.rulePeople}</option>
        </select>
      </label>
      {chosen === PEOPLE && (
        <Field
          name={readers}
          label={t.ruleReaders}
          hint={t.ruleReadersHint}
          autocomplete="off"
          value={fromReaders(rule.readers ?? [])}
          problems={problems
            .filter(({ path }) => path.startsWith(readers))
            .map((problem) => ({ ...problem, path: readers }))}
        />
      )}
      <div class="actions">
        <button type="button" class="quiet" onClick={onRemove}>
          {t.removeRule}
        </button>
      </div>
    </div>
  );
};
