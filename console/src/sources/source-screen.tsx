import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { api, bodyOf, type Me, type Source, type SourceReport } from '../api/client.js';
import { useReloadOnReturn, useResource } from '../api/use-resource.js';
import { useNames } from '../documents/use-names.js';
import { useReaders } from '../documents/state-badge.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { FactList } from '../ui/fact-list.js';
import { RowActions } from '../ui/row-actions.js';
import { Shell } from '../ui/shell.js';
import { Failed, Loading, ProblemLine } from '../ui/states.js';
import { useKindName, useKinds } from './kinds.js';
import { RemoveSource } from './remove-source.js';
import { Report } from './report.js';
import { RunProgress } from './run-progress.js';
import { SourceForm } from './source-form.js';
import { SourceItems } from './source-items.js';
import { SourcePrincipals } from './source-principals.js';
import { SourceRuns } from './source-runs.js';
import { isPushed, placeOf, SourceState, useWatch } from './source-state.js';
import styles from './sources.module.css';

/** The page of one source: its state, its runs, the files that could not be read, and unknown readers. */
export const SourceScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { params } = useRoute();
  const id = params['source'] ?? '';
  const { value, problem, reload } = useResource(`source/${id}`, async (signal) =>
    bodyOf(await api.GET('/v1/sources/{id}', { params: { path: { id } }, signal })),
  );
  useWatch(value === null ? [] : [value], reload);
  useReloadOnReturn(reload);
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <Shell me={me} title={value?.name ?? t.navSources}>
      <div class="bar">
        <h1 class="grow">
          <bdi>{value?.name ?? t.navSources}</bdi>
        </h1>
        <a class="button" href="/sources">
          {t.allSources}
        </a>
      </div>
      <div class="wide">
        {problem !== null && <Failed problem={problem} retry={reload} />}
        {value === null && problem === null && <Loading />}
        {value !== null && problem === null && isChanging && (
          <Change me={me} source={value} onClose={close} onChange={reload} />
        )}
        {value !== null && problem === null && !isChanging && (
          <Shown me={me} source={value} onChange={reload} onEdit={() => setChanging(true)} />
        )}
      </div>
    </Shell>
  );
};

type Ends = { onClose: () => void; onChange: () => void };

const Change = ({ me, source, onClose, onChange }: Ends & { me: Me; source: Source }) => {
  const { value, problem, reload } = useKinds();
  if (problem !== null) return <Failed problem={problem} retry={reload} />;
  if (value === null) return <Loading />;
  // A kind that this server no longer has asks for nothing.
  const gone = { name: source.kind, settings: {}, credentials: null, places: null };
  const kind = value.find(({ name }) => name === source.kind) ?? gone;
  const done = () => {
    onChange();
    onClose();
  };
  return <SourceForm {...{ me, kind, source }} onSaved={done} onCancel={onClose} />;
};

type ShownProps = { me: Me; source: Source; onChange: () => void; onEdit: () => void };

const Shown = ({ me, source, onChange, onEdit }: ShownProps) => {
  const { t } = useWords();
  const { owners } = useNames(me);
  const isOwn = source.ownerId === me.user?.id;
  const isGoing = source.pausedReason?.endsWith('_documents') === true;
  // A run changes these lists, so they are loaded again after each run.
  const stage = `${source.lastRun?.id ?? ''}/${source.lastRun?.state ?? ''}`;
  return (
    <div class={styles['parts']}>
      {!isOwn && <p class="note">{t.ofOtherAdmin(owners.get(source.ownerId) ?? t.someoneElse)}</p>}
      {isOwn && !isGoing && <Actions source={source} onChange={onChange} onEdit={onEdit} />}
      <Waiting source={source} isOwn={isOwn} onChange={onChange} />
      <RunProgress source={source} />
      <Facts source={source} owner={owners.get(source.ownerId) ?? t.someoneElse} />
      {!isPushed(source) && <SourceRuns id={source.id} stage={stage} />}
      {isOwn && <SourceItems key={stage} id={source.id} />}
      {isOwn && !isPushed(source) && <SourcePrincipals key={stage} id={source.id} />}
    </div>
  );
};

const Actions = ({ source, onChange, onEdit }: Omit<ShownProps, 'me'>) => {
  const { t } = useWords();
  const { id, name, pausedReason, waiting } = source;
  const [isRemoving, setRemoving] = useState(false);
  const [report, setReport] = useState<SourceReport | null>(null);
  const [isTesting, setTesting] = useState(false);
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: onChange });
  const params = { params: { path: { id } } };
  const test = async () => {
    setTesting(true);
    await attempt(async () => setReport(bodyOf(await api.POST('/v1/sources/{id}/test', params))));
    setTesting(false);
  };
  return (
    <>
      <div class="actions">
        {!isPushed(source) && (
          <>
            <button
              class={waiting === null ? 'primary' : ''}
              onClick={() => void attempt(() => api.POST('/v1/sources/{id}/run', params))}
            >
              {t.runNow}
            </button>
            {pausedReason === null && (
              <button
                onClick={() => void attempt(() => api.POST('/v1/sources/{id}/pause', params))}
              >
                {t.pause}
              </button>
            )}
            <button disabled={isTesting} onClick={() => void test()}>
              {isTesting ? t.testing : t.testConnection}
            </button>
            <button onClick={onEdit}>{t.change}</button>
          </>
        )}
        <RowActions choices={[[t.removeSource, () => setRemoving(true)]]} />
      </div>
      <ProblemLine problem={problem} />
      {report !== null && <Report report={report} />}
      {isRemoving && (
        <RemoveSource id={id} name={name} onClose={() => setRemoving(false)} onDone={onChange} />
      )}
    </>
  );
};

type WaitingProps = { source: Source; isOwn: boolean; onChange: () => void };

/** Asks for confirmation of a run that would hide many files. */
const Waiting = ({ source, isOwn, onChange }: WaitingProps) => {
  const { t, format } = useWords();
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: onChange });
  const { id, waiting, lastRun } = source;
  if (waiting === null || lastRun === null) return null;
  const [gone, known] = [format.number(waiting.gone), format.number(waiting.known)];
  const confirm = () =>
    api.POST('/v1/sources/{id}/confirm', {
      params: { path: { id } },
      body: { runId: lastRun.id },
    });
  return (
    <section class="card asks foot" aria-label={t.manyGoneTitle}>
      <h2>{t.manyGoneTitle}</h2>
      <p>{t.manyGoneText(gone, known)}</p>
      <ProblemLine problem={problem} />
      {isOwn && (
        <div class="actions">
          <button class="danger" onClick={() => void attempt(confirm)}>
            {t.confirmGone(gone)}
          </button>
        </div>
      )}
    </section>
  );
};

const Facts = ({ source, owner }: { source: Source; owner: string }) => {
  const { t, format } = useWords();
  const readers = useReaders();
  const kindName = useKindName();
  const { items, everyMinutes, nextRunAt, lastCompleteAt } = source;
  const isSoon = nextRunAt !== null && Date.parse(nextRunAt) <= Date.now();
  const planned = nextRunAt === null ? '–' : format.minute(nextRunAt);
  const next = isSoon ? t.sourceState.waiting_first : planned;
  const place = placeOf(source);
  const facts: (readonly [string, string])[] = [
    [kindName(source.kind), place === '' ? '–' : place],
    [t.sourceDocuments, format.number(items.ready)],
    [t.countOf.failed, format.number(items.failed)],
    [t.columnOwner, owner],
  ];
  const ofRuns: typeof facts = [
    [t.columnReaders, readers(source.visibility)],
    [t.lastComplete, lastCompleteAt === null ? t.neverRun : format.minute(lastCompleteAt)],
    [t.nextRun, everyMinutes === null && nextRunAt === null ? t.onRequestOnly : next],
  ];
  return (
    <section class="card facts" aria-label={t.whatIsKnown}>
      <div>
        <SourceState source={source} />
      </div>
      <FactList facts={isPushed(source) ? facts : facts.concat(ofRuns)} />
    </section>
  );
};
