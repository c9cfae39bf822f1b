import { useLocation } from 'preact-iso';
import { api, bodyOf, type AuditEntry, type Me } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Listing } from '../ui/listing.js';
import { AuditDownloads } from './audit-downloads.js';
import { useChangeText } from './change-text.js';
import { FiguresPage } from './figures-page.js';
import { QueryForm } from './query-form.js';

/** Lists what people of the organisation did, newest first; the address holds the filters. */
export const AuditScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { query } = useLocation();
  const { action, actorEmail, from, to } = query;
  const which = {
    ...(action && { action }),
    ...(actorEmail && { actorEmail }),
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
      <QueryForm
        texts={[
          ['action', t.auditActionFilter],
          ['actorEmail', t.auditActorFilter],
        ]}
        days={['from', 'to']}
      />
      <p class="muted">{t.auditRecorded}</p>
      <AuditDownloads which={which} />
      <Listing pages={pages} empty={{ title: t.auditNone }}>
        {(entries) => <Entries entries={entries} />}
      </Listing>
    </FiguresPage>
  );
};

const Entries = ({ entries }: { entries: readonly AuditEntry[] }) => {
  const { t, format } = useWords();
  return (
    <div class="card">
      <table class="audit rows">
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
                <bdi>
                  {entry.actorEmail ??
                    (entry.actorId === null
                      ? t.auditNobody
                      : (entry.askedByKeyName ?? t.usageGone))}
                </bdi>
                {entry.actorEmail !== null && entry.askedByKeyName !== null && (
                  <small class="summary">{t.auditByKey(entry.askedByKeyName)}</small>
                )}
              </td>
              <td>
                <code>{entry.action}</code>
                {entry.count > 1 && <small> {t.auditCount(entry.count)}</small>}
              </td>
              <td class="wrap">
                <Subject entry={entry} />
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

/** The subject of an entry, by name where it has one, and the changes of it. */
const Subject = ({ entry }: { entry: AuditEntry }) => {
  const { subjectName, toolName, subjectId, changes } = entry;
  const describe = useChangeText();
  const name = subjectName ?? toolName;
  return (
    <>
      {name === null ? (
        <code title={subjectId}>{subjectId.slice(-8)}</code>
      ) : (
        <bdi title={subjectId}>{name}</bdi>
      )}
      {changes.map((change) => (
        <small key={change.field} class="summary">
          {describe(change)}
        </small>
      ))}
    </>
  );
};
