import { useEffect, useState } from 'preact/hooks';
import { api, bodyOf, type Me } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { UploadDrop, UploadList } from '../documents/upload-area.js';
import { useUploads } from '../documents/uploads.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { ProblemLine } from '../ui/states.js';
import { loadStarters } from './starters.js';
import styles from './start.module.css';

type Props = { me: Me; onAsk: (question: string) => void };

const LOOK_AGAIN_MS = 2000;

/** What a new question begins with: questions to try, what is still being read, or a way to the first documents. */
export const Start = ({ me, onAsk }: Props) => {
  const { t } = useWords();
  const documents = useResource(
    'documents/newest',
    async (signal) =>
      bodyOf(await api.GET('/v1/documents', { params: { query: { limit: 20 } }, signal })).items,
    { remembers: true },
  );
  const uploads = useUploads(documents.reload);
  const known = documents.value ?? [];
  const reading = known.filter(({ status }) => status === 'queued' || status === 'processing');
  useEffect(() => {
    if (reading.length === 0) return undefined;
    const timer = setInterval(documents.reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [reading.length, documents.reload]);
  const isEmpty = documents.value?.length === 0;
  return (
    <div class={`empty ${styles['start']}`}>
      <h2>{t.startTitle}</h2>
      <p>{isEmpty ? t.noDocuments : t.askHint}</p>
      {reading.length > 0 && <p role="status">{t.stillReading(reading.length)}</p>}
      {isEmpty && !me.mayUpload && <p>{t.noDocumentsMember}</p>}
      {isEmpty && me.mayUpload && (
        <>
          <a href="/d">{t.uploadFirst}</a>
          <p class="muted">{t.orDropHere}</p>
          <Samples onDone={documents.reload} />
        </>
      )}
      <Starters ready={known.filter(({ status }) => status === 'ready')} onAsk={onAsk} />
      {me.mayUpload && known.some(isSample) && <RemoveSamples onDone={documents.reload} />}
      <UploadList uploads={uploads} />
      {me.mayUpload && <UploadDrop />}
    </div>
  );
};

const SAMPLES = 'samples';

const isSample = ({ source }: { source?: string | null }): boolean => source === SAMPLES;

type StartersProps = {
  ready: readonly { id: string; title: string }[];
  onAsk: (question: string) => void;
};

/** Of so many documents at most are the chapters looked at: notes of one paragraph have none. */
const MOST_READ = 4;

/** Questions about chapters of the newest documents. */
const Starters = ({ ready, onAsk }: StartersProps) => {
  const { t } = useWords();
  const newest = ready.slice(0, MOST_READ);
  const starters = useResource(
    `starters/${newest.map(({ id }) => id).join()}`,
    async (signal) => {
      const found = await loadStarters(newest, signal);
      return found.length > 0 ? found : loadStarters(await readLargest(signal), signal);
    },
    { remembers: true },
  );
  if (starters.value === null || starters.value.length === 0) return null;
  return (
    <section aria-label={t.startersTitle} class={styles['starters']}>
      {starters.value.map(({ title, chapter }) => {
        const question = t.starter(title, chapter);
        return (
          <button key={question} dir="auto" onClick={() => onAsk(question)}>
            {question}
          </button>
        );
      })}
    </section>
  );
};

/** Where all of the newest are notes without chapters. */
const readLargest = async (signal: AbortSignal) => {
  const query = { status: 'ready', sort: '-sizeBytes', limit: MOST_READ } as const;
  return bodyOf(await api.GET('/v1/documents', { params: { query }, signal })).items;
};

const Samples = ({ onDone }: { onDone: () => void }) => {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone });
  const load = async () => {
    setBusy(true);
    const { SAMPLE_DOCUMENTS } = await import('./sample-documents.js');
    for (const { title, text, sourcePath } of SAMPLE_DOCUMENTS) {
      await api.POST('/v1/documents', { body: { title, text, source: SAMPLES, sourcePath } });
    }
  };
  return (
    <>
      <button disabled={isBusy} onClick={() => void attempt(load).finally(() => setBusy(false))}>
        {t.loadSamples}
      </button>
      <ProblemLine problem={problem} />
    </>
  );
};

const RemoveSamples = ({ onDone }: { onDone: () => void }) => {
  const { t } = useWords();
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone });
  const remove = async () => {
    const query = { source: SAMPLES, limit: 100 };
    const { items } = bodyOf(await api.GET('/v1/documents', { params: { query } }));
    const documentIds = items.map(({ id }) => id);
    await api.POST('/v1/documents/bulk', { body: { action: 'delete', documentIds } });
  };
  return (
    <>
      <button class="quiet" onClick={() => void attempt(remove)}>
        {t.removeSamples}
      </button>
      <ProblemLine problem={problem} />
    </>
  );
};
