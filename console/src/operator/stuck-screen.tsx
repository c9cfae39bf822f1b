import { api, bodyOf, type Me, type StuckDocuments } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Figures } from '../receipt/strip.js';
import { Listing, Table } from '../ui/listing.js';
import { useProblemText } from '../ui/states.js';
import { TenantsPage } from './tenants-page.js';

/** Documents of every organisation that are neither ready nor under way, by ids and reasons. */
export const StuckScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const pages = usePages('stuck', async (page) =>
    bodyOf(await api.GET('/v1/stuck-documents', page)),
  );
  return (
    <TenantsPage me={me} action={<button onClick={pages.reload}>{t.lookAgain}</button>}>
      <Listing pages={pages} empty={{ title: t.noStuck, text: t.stuckText }}>
        {(tenants) => (
          <>
            <p class="muted">{t.stuckText}</p>
            {tenants.map((stuck) => (
              <OfTenant key={stuck.tenantId} stuck={stuck} />
            ))}
          </>
        )}
      </Listing>
    </TenantsPage>
  );
};

const OfTenant = ({ stuck }: { stuck: StuckDocuments }) => {
  const { t, format } = useWords();
  const said = useProblemText();
  const { slug, failed, failing, waiting, oldest } = stuck;
  const reasonOf = (code: StuckDocuments['oldest'][number]['errorCode']) =>
    code === null ? '–' : said({ code, detail: code });
  return (
    <section aria-label={slug}>
      <h2>
        <bdi>{slug}</bdi>
      </h2>
      <Figures
        figures={[
          [t.stuckState.failed, format.number(failed)],
          [t.stuckState.failing, format.number(failing)],
          [t.stuckState.waiting, format.number(waiting)],
        ]}
      />
      <h3>{t.oldest}</h3>
      <Table columns={[t.navDocuments, t.columnState, t.reason, t.since]}>
        {oldest.map(({ id, state, action, errorCode, since }) => (
          <tr key={`${id}/${action}`}>
            <td class="wrap">
              <code>{id}</code>
            </td>
            <td>
              <span class={`badge${state === 'failed' ? ' bad' : ' warn'}`}>
                {t.stuckState[state]}
              </span>{' '}
              <small>{t.stuckAction[action]}</small>
            </td>
            <td class="wrap">{reasonOf(errorCode)}</td>
            <td>{format.minute(since)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
};
