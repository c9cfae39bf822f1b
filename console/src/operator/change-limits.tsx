import { api, bodyOf, type Tenant } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';

const LIMITS = [
  ...(['documents', 'storageBytes', 'questionsPerDay', 'tokensPerMonth'] as const),
  ...(['users', 'keys', 'sessions', 'requestsPerMinute'] as const),
];

type Props = { tenant: Tenant; onClose: () => void; onDone: () => void };

/** Sets how much an organisation may have at most, beside what it uses now. */
export const ChangeLimits = ({ tenant: { id, slug, limits }, onClose, onDone }: Props) => {
  const { t, format } = useWords();
  const params = { params: { path: { id } } };
  const usage = useResource(`usage/${id}`, async (signal) =>
    bodyOf(await api.GET('/v1/tenants/{id}/usage', { ...params, signal })),
  );
  const names: Readonly<Record<(typeof LIMITS)[number], string>> = {
    ...t.quotaOf,
    users: t.users,
    keys: t.keys,
    sessions: t.sessionsLimit,
    requestsPerMinute: t.requestsPerMinute,
  };
  const used: Readonly<Record<string, { used: number } | undefined>> = usage.value?.now ?? {};
  const hintOf = (name: string) => {
    const now = used[name];
    return now === undefined ? {} : { hint: t.usedNow(format.number(now.used)) };
  };
  return (
    <FormDialog
      title={`${t.limits}: ${slug}`}
      action={t.save}
      onClose={onClose}
      onDone={onDone}
      send={({ text }) =>
        api.PATCH('/v1/tenants/{id}', {
          ...params,
          body: { limits: toChanges(limits, text) },
        })
      }
    >
      {(problems) => (
        <>
          <p>{t.limitHint}</p>
          {LIMITS.map((name) => (
            <Field
              key={name}
              name={`limits.${name}`}
              type="number"
              label={names[name]}
              value={String(limits[name])}
              problems={problems}
              {...hintOf(name)}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
};

/** Those alone that were changed: what stays may be the server's own. Empty takes it away. */
const toChanges = (limits: Tenant['limits'], text: (name: string) => string) =>
  Object.fromEntries(
    LIMITS.flatMap((name) => {
      const entered = text(`limits.${name}`);
      if (entered === String(limits[name])) return [];
      return [[name, entered === '' ? null : Number(entered)]];
    }),
  );
