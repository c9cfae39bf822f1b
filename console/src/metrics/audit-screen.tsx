import { useLocation } from 'preact-iso';
import { api, bodyOf, type AuditEntry, type Me } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Listing } from '../ui/listing.js';
import { AuditDownloads } from './audit-downloads.js';
import { AuditSentence } from './audit-sentence.js';
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
            {[t.auditWhen, t.auditAction, t.auditResult].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{format.minute(entry.createdAt)}</td>
              <td class="wrap what">
                <AuditSentence entry={entry} />
                {entry.count > 1 && <small> {t.auditCount(entry.count)}</small>}
                <About entry={entry} />
              </td>
              <td>
                <span class={`badge${entry.result === 'ok' ? ' quiet' : ' bad'}`}>
                  {t.resultOf[entry.result]}
                </span>
                {entry.errorCode !== null && <small class="summary">{entry.errorCode}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** What else is known of an entry: the key that asked, whom it is about, what was changed, and the record itself. */
const About = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useWords();
  const describe = useChangeText();
  const { actorEmail, askedByKeyName, holderEmail, changes } = entry;
  const lines = [
    ...(actorEmail !== null && askedByKeyName !== null ? [t.auditByKey(askedByKeyName)] : []),
    ...(holderEmail === null || saysHolder(t.auditSentence, entry.action)
      ? []
      : [t.auditFor(holderEmail)]),
    ...changes.map(describe),
  ];
  return (
    <>
      {lines.map((line) => (
        <small key={line} class="summary">
          {line}
        </small>
      ))}
      <details class="record">
        <summary>{t.auditDetails}</summary>
        <pre dir="ltr" tabIndex={0}>
          <code>{JSON.stringify(entry, null, 2)}</code>
        </pre>
      </details>
    </>
  );
};

const saysHolder = (sentences: Readonly<Record<string, string>>, action: string): boolean =>
  sentences[action]?.includes('{holder}') === true;
