import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { Document, Me } from '../api/client.js';
import { useReloadOnReturn, useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';
import { Empty, Failed, Loading } from '../ui/states.js';
import { readDocument } from './cited-pages.js';
import { DocumentActions } from './document-actions.js';
import { DocumentFacts } from './document-facts.js';
import { DocumentGuide } from './document-guide.js';
import { PageReader } from './page-reader.js';
import { rightsTo } from './rights.js';
import { PassageList } from './passage-list.js';
import { WholeText } from './whole-text.js';
import { isBeingRead } from './state-badge.js';
import { UploadList } from './upload-area.js';
import { useUploads } from './uploads.js';

const LOOK_AGAIN_MS = 1500;

/** A document as its pages, its text or its passages; what is known of it, and what can be done with it. */
export const DocumentScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { params } = useRoute();
  const id = params['document'] ?? '';
  const document = useResource(`document/${id}`, (signal) => readDocument(id, signal));
  const { value, problem, reload } = document;
  const uploads = useUploads(reload);
  useReloadOnReturn(reload);
  const isBusy = value !== null && isBeingRead(value);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  const isGone = problem?.code === 'not_found';
  return (
    <Shell me={me} title={isGone ? t.goneTitle : (value?.title ?? t.navDocuments)}>
      <div class="bar">
        <h1 class="grow wrap">
          <bdi>{isGone ? t.goneTitle : (value?.title ?? '…')}</bdi>
        </h1>
        <a class="button" href="/d">
          {t.navDocuments}
        </a>
      </div>
      <div class="wide">
        <UploadList uploads={uploads} />
        {isGone && (
          <Empty title={t.goneTitle} text={value === null ? t.goneText : t.documentGone} />
        )}
        {!isGone && value === null && problem !== null && (
          <Failed problem={problem} retry={reload} />
        )}
        {value === null && problem === null && <Loading />}
        {value !== null && !isGone && (
          <>
            <div class="actions">
              {value.status === 'ready' && me.permissions.includes('chat') && (
                <a class="button primary" href={`/?document=${id}`}>
                  {t.askThisDocument}
                </a>
              )}
              <DocumentActions document={value} me={me} onChange={reload} inline />
            </div>
            <div class="document">
              {rightsTo(me, value).mayRead ? (
                <Content key={`${id}/${value.version}`} document={value} onGone={reload} />
              ) : (
                <Empty title={t.forbiddenTitle} text={t.closedText} />
              )}
              <DocumentFacts document={value} me={me} onChange={reload} />
            </div>
          </>
        )}
      </div>
    </Shell>
  );
};

const VIEWS = ['pages', 'text', 'passages'] as const;
type View = (typeof VIEWS)[number];

const Content = ({ document, onGone }: { document: Document; onGone: () => void }) => {
  const { t } = useWords();
  const { query, path, route } = useLocation();
  const { version, pageCount, chunkCount } = document;
  if (chunkCount === 0) {
    return <Empty title={isBeingRead(document) ? t.notReadyYet : t.noText} />;
  }
  const views = VIEWS.filter((view) => view !== 'pages' || pageCount !== null);
  const shown = views.find((view) => view === query['view']) ?? views[0] ?? 'text';
  const names = { pages: t.viewPages, text: t.viewText, passages: t.viewPassages };
  const show = (view: View) => {
    route(`${path}?${new URLSearchParams({ ...query, view }).toString()}`, true);
  };
  // A link to a span of another version would mark something else.
  const isOther = query['version'] !== undefined && Number(query['version']) !== version;
  const span = isOther ? null : spanOf(query);
  return (
    <div class="content">
      <div class="ways" role="group" aria-label={t.viewAs}>
        {views.map((view) => (
          <button key={view} aria-pressed={view === shown} onClick={() => show(view)}>
            {names[view]}
          </button>
        ))}
      </div>
      <DocumentGuide document={document} />
      {isOther && <p class="note">{t.staleText}</p>}
      {shown === 'pages' && <PageReader document={document} span={span} onGone={onGone} />}
      {shown === 'text' && <WholeText id={document.id} span={span} />}
      {shown === 'passages' && <PassageList id={document.id} />}
    </div>
  );
};

const spanOf = (query: Record<string, string>) => {
  const [start, end] = [Number(query['start']), Number(query['end'])];
  return query['start'] !== undefined && start >= 0 && end > start ? { start, end } : null;
};
