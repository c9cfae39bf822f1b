import type { Document } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { useProblemText } from '../ui/states.js';

type Props = {
  document: Document;
  /** In a list, where a badge shows only what is not ready; a screen reader hears the state of each. */
  isListed?: boolean;
};

/** The state of a document in a word, with what hinders it and what to do about it. */
export const StateBadge = ({ document, isListed = false }: Props) => {
  const { t } = useWords();
  const text = useProblemText();
  const { status, progress, error, warnings, replacement } = document;
  const isWorking = status === 'processing';
  const level = status === 'failed' ? ' bad' : status === 'ready' ? ' quiet' : ' warn';
  const look = isListed && status === 'ready' ? 'unseen' : `badge${level}`;
  return (
    <>
      <span class={look}>{isWorking ? t.stage[progress.stage] : t.stateOf[status]}</span>
      {isWorking && progress.total > 0 && (
        <progress value={progress.done} max={progress.total} aria-label={t.stage[progress.stage]} />
      )}
      {status === 'failed' && error !== null && (
        <p class="why">{text({ code: error.code, detail: error.message })}</p>
      )}
      {replacement !== null && (
        <p class={replacement.status === 'failed' ? 'why' : 'muted'}>
          {replacement.status === 'failed' ? t.newVersionFailed : t.newVersionComing}
        </p>
      )}
      {status === 'ready' && warnings.length > 0 && (
        <ul class="notes">
          {warnings.map(({ code, detail }) => (
            <li key={code + detail}>{detail}</li>
          ))}
        </ul>
      )}
    </>
  );
};

/** Says in words who may read a document. */
export const useReaders = () => {
  const { t } = useWords();
  return (visibility: string): string => {
    if (visibility === 'tenant') return t.readers.tenant;
    if (visibility === 'private') return t.readers.private;
    if (visibility === 'source') return t.readers.source;
    return t.readers.group(visibility.slice('group:'.length));
  };
};

/** Something is being done with it, so that it will look otherwise soon. */
export const isBeingRead = ({ status, replacement }: Document): boolean =>
  ['queued', 'processing', 'deleting'].includes(status) ||
  (replacement !== null && replacement.status !== 'failed');
