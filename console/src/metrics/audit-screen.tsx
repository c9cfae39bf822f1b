import { useLocation } from 'preact-iso';
import { api, bodyOf, type AuditEntry, type Me } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Listing } from '../ui/listing.js';
import { FiguresPage } from './figures-page.js';

const FILTERS = ['action', 'actorId', 'from', 'to'] as const;

/** Lists what people of the organisation did, newest first; the address holds the filters. */
export const AuditScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { query } = useLocation();
  const { action, actorId, from, to } = query;
  const which = {
    ...(action && { action }),
    ...(actorId && { actorId }),
    ...(from && { from: `${from}T00:00:00.000Z` }),
    ...(to && { to: `${to}T23:59:59.999Z` }),
  };
  const pages = usePages(
    `audit/${JSON.stringify(which)}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/audit', { ...page, params: { query: { ...params.query, ...which } } }),
      ),
    { keepsOld: true },
  );
  return (
    <FiguresPage me={me}>
      <Filters />
      <Listing pages={pages} empty={{ title: t.auditNone }}>
        {(entries) => <Entries entries={entries} />}
      </Listing>
    </FiguresPage>
  );
};

const Filters = () => {
  const { t } = useWords();
  const { query, path, route } = useLocation();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = FILTERS.flatMap((name) => {
      const value = form.get(name);
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    route(`${path}?${new URLSearchParams(given).toString()}`);
  };
  const names = { action: t.auditActionFilter, actorId: t.auditActorFilter };
  const days = { from: t.auditFrom, to: t.auditTo };
  return (
    <form class="filters" role="search" onSubmit={submit}>
      {(['action', 'actorId'] as const).map((name) => (
        <input
          key={name}
          name={name}
          type="search"
          aria-label={names[name]}
          placeholder={names[name]}
          defaultValue={query[name] ?? ''}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="day">
          {days[name]} <input name={name} type="date" defaultValue={query[name] ?? ''} />
        </label>
      ))}
      <button>{t.searchButton}</button>
    </form>
  );
};

const Entries = ({ entries }: { entries: readonly AuditEntry[] }) => {
  const { t, format } = useWords();
  return (
    <div class="card scroll" tabIndex={0}>
      <table class="audit">
        <thead>
          <tr>
            {[t.auditWhen, t.auditActor, t.auditAction, t.auditSubject, t.auditResult].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{format.minute(entry.createdAt)}</td>
              <td class="wrap">
                <bdi>{entry.actorEmail ?? t.auditNobody}</bdi>
                {entry.askedByKeyName !== null && (
                  <small class="summary">{t.auditByKey(entry.askedByKeyName)}</small>
                )}
              </td>
              <td>
                <code>{entry.action}</code>
                {entry.count > 1 && <small> {t.auditCount(entry.count)}</small>}
              </td>
              <td class="wrap">
                <bdi>{entry.subjectName ?? entry.toolName ?? entry.subjectId}</bdi>
                {entry.holderEmail !== null && (
                  <small class="summary">{t.auditFor(entry.holderEmail)}</small>
                )}
              </td>
              <td class={entry.result === 'ok' ? '' : 'why'}>
                {t.resultOf[entry.result]}
                {entry.errorCode !== null && <small class="summary">{entry.errorCode}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
