import { api, bodyOf, type Me, type Source } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useReloadOnReturn } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Listing, Table } from '../ui/listing.js';
import { Shell } from '../ui/shell.js';
import { useKindName } from './kinds.js';
import { isPushed, placeOf, SourceState, useWatch } from './source-state.js';

/** Places that documents come from, with what became of their last run. */
export const SourcesScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const pages = usePages('sources', async (page) => bodyOf(await api.GET('/v1/sources', page)), {
    remembers: true,
  });
  useWatch(pages.items ?? [], pages.reload);
  useReloadOnReturn(pages.reload);
  return (
    <Shell me={me} title={t.navSources}>
      <div class="bar">
        <h1 class="grow">{t.navSources}</h1>
        <a class="button primary" href="/sources/new">
          {t.newSource}
        </a>
      </div>
      <div class="wide">
        <Listing pages={pages} empty={{ title: t.noSources, text: t.sourcesText }}>
          {(sources) => (
            <Table
              columns={[t.columnSource, t.columnState, t.lastRun, t.sourceDocuments, t.findings]}
            >
              {sources.map((source) => (
                <SourceRow key={source.id} source={source} />
              ))}
            </Table>
          )}
        </Listing>
      </div>
    </Shell>
  );
};

const SourceRow = ({ source }: { source: Source }) => {
  const { t, format } = useWords();
  const kindName = useKindName();
  const { id, name, kind, lastRun, items } = source;
  const findings = items.failed + (lastRun?.findings.length ?? 0);
  return (
    <tr>
      <td class="wrap">
        <a href={`/sources/${id}`}>
          <bdi>{name}</bdi>
        </a>
        <small class="summary">
          {kindName(kind)}
          {!isPushed(source) && (
            <>
              {' · '}
              <bdi>{placeOf(source)}</bdi>
            </>
          )}
        </small>
      </td>
      <td>
        <SourceState source={source} />
      </td>
      <td>
        {isPushed(source)
          ? '–'
          : lastRun === null
            ? t.neverRun
            : format.minute(lastRun.endedAt ?? lastRun.startedAt)}
      </td>
      <td data-name={t.sourceDocuments}>{format.number(items.ready)}</td>
      <td data-name={t.findings}>{format.number(findings)}</td>
    </tr>
  );
};
