import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api, type Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { useMeChanged } from '../ui/me-changed.js';
import { ProblemLine } from '../ui/states.js';
import { addressOf, type Shown } from './list-query.js';

const BASE = '/d?';

/** The filters that somebody keeps with their account, and a way to keep the present one. */
export const SavedFilters = ({ me, shown }: { me: Me; shown: Shown }) => {
  const { t } = useWords();
  const { route } = useLocation();
  const reload = useMeChanged();
  const [isSaving, setSaving] = useState(false);
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: reload });
  const query = addressOf({ ...shown, cursors: [] }).slice(BASE.length);
  const saved = me.user?.preferences.savedFilters ?? [];
  const present = saved.find((one) => one.query === query);
  const keep = (savedFilters: typeof saved) =>
    api.PATCH('/v1/me', { body: { preferences: { savedFilters } } });
  if (me.user === null || !me.permissions.includes('chat')) return null;
  return (
    <>
      {saved.length > 0 && (
        <select
          aria-label={t.savedFilters}
          value={present?.query ?? ''}
          onChange={({ currentTarget: { value } }) =>
            route(value === '' ? '/d' : `${BASE}${value}`)
          }
        >
          <option value="">{t.savedFilters}</option>
          {saved.map((one) => (
            <option key={one.name} value={one.query}>
              {one.name}
            </option>
          ))}
        </select>
      )}
      {query !== '' && present === undefined && (
        <button onClick={() => setSaving(true)}>{t.saveFilter}</button>
      )}
      {present !== undefined && (
        <button onClick={() => void attempt(() => keep(saved.filter((one) => one !== present)))}>
          {t.deleteFilter}
        </button>
      )}
      <ProblemLine problem={problem} />
      {isSaving && (
        <FormDialog
          title={t.saveFilter}
          action={t.save}
          send={({ text }) => {
            const name = text('name');
            return keep([...saved.filter((one) => one.name !== name), { name, query }]);
          }}
          onClose={() => setSaving(false)}
          onDone={reload}
        >
          {(problems) => <Field name="name" label={t.name} required problems={problems} />}
        </FormDialog>
      )}
    </>
  );
};
