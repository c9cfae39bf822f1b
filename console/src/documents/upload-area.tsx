import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { useProblemText } from '../ui/states.js';
import { VisibilityOptions } from './visibility-options.js';
import { readDropped, readFolder, toFolder } from './folders.js';
import {
  cancelUpload,
  clearUploads,
  uploadFiles,
  uploadFolder,
  type FolderOutcome,
  type Upload,
} from './uploads.js';

/** The button that opens the picker, and who may read what is picked or dropped. */
export const UploadControls = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [visibility, setVisibility] = useState('tenant');
  return (
    <>
      <label class="beside">
        <span>{t.readersOfUploads}</span>
        <select
          value={visibility}
          onChange={({ currentTarget }) => setVisibility(currentTarget.value)}
        >
          <VisibilityOptions me={me} />
        </select>
      </label>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t.upload}
        onChange={({ currentTarget }) => {
          uploadFiles(currentTarget.files ?? [], { visibility });
          currentTarget.value = '';
        }}
      />
      <FolderPicker visibility={visibility} />
      <button class="primary" onClick={() => input.current?.click()}>
        {t.upload}
      </button>
      <UploadDrop visibility={visibility} />
    </>
  );
};

/** Takes files and folders that are dropped anywhere on the page. */
export const UploadDrop = ({ visibility = 'tenant' }: { visibility?: string }) => {
  const { t } = useWords();
  const [isOver, setOver] = useState(false);
  useDrop({
    setOver,
    onDrop: (items) => {
      const { files, folders } = readDropped(items);
      if (files.length > 0) uploadFiles(files, { visibility });
      for (const one of folders) {
        // A folder that cannot be read is like one that was not dropped.
        readFolder(one).then(
          (read) => uploadFolder(read, { visibility }),
          () => undefined,
        );
      }
    },
  });
  return isOver ? (
    <div class="drop" aria-hidden="true">
      {t.dropHere}
    </div>
  ) : null;
};

const FolderPicker = ({ visibility }: { visibility: string }) => {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.setAttribute('webkitdirectory', ''), []);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t.uploadFolder}
        onChange={({ currentTarget }) => {
          uploadFolder(toFolder(currentTarget.files ?? []), { visibility });
          currentTarget.value = '';
        }}
      />
      <button onClick={() => input.current?.click()}>{t.uploadFolder}</button>
    </>
  );
};

type Drop = {
  setOver: (isOver: boolean) => void;
  onDrop: (items: DataTransferItemList | undefined) => void;
};

/** Files dropped anywhere on the page; without this the browser would open them in its place. */
const useDrop = (drop: Drop): void => {
  const latest = useRef(drop);
  latest.current = drop;
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      latest.current.setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) latest.current.setOver(false);
    };
    const take = (event: DragEvent) => {
      event.preventDefault();
      latest.current.setOver(false);
      latest.current.onDrop(event.dataTransfer?.items);
    };
    // What is entered is asked first: the sign that appears under the pointer would otherwise refuse a drop at that moment.
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', take);
    };
  }, []);
};

/** Each upload with how far it has got, or why it failed and what to do. */
export const UploadList = ({ uploads }: { uploads: readonly Upload[] }) => {
  const { t } = useWords();
  if (uploads.length === 0) return null;
  const hasEnded = uploads.some(({ state }) => state !== 'waiting' && state !== 'sending');
  return (
    <section class="card" aria-label={t.uploads}>
      <header>
        <h2>{t.uploads}</h2>
        {hasEnded && (
          <button class="quiet" onClick={clearUploads}>
            {t.uploadsClear}
          </button>
        )}
      </header>
      <ul class="uploads" aria-live="polite">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
};

/** The most refused and unreadable files that are shown here; those of a folder of thousands are read in the list of documents. */
const MAX_REFUSED_SHOWN = 20;

const UploadRow = ({ upload }: { upload: Upload }) => {
  const { id, name, state, share, problem, folder } = upload;
  const { t, format } = useWords();
  const text = useProblemText();
  const outcomeOf = ({ sent, known, refused: none, ready, unreadable }: FolderOutcome) => {
    const numbers = [ready, unreadable.length, sent - ready - unreadable.length] as const;
    const [isReady, isNot, isLeft] = numbers.map(format.number);
    return [
      t.folderSent(format.number(sent), format.number(known), format.number(none.length)),
      ...(sent > 0 ? [t.folderRead(isReady ?? '', isNot ?? '', isLeft ?? '')] : []),
    ].join('; ');
  };
  const words = {
    waiting: t.uploadWaiting,
    sending: t.uploadSending(format.percent(share)),
    sent: folder === null ? t.uploadSent : outcomeOf(folder),
    ready: folder === null ? t.stateOf.ready : outcomeOf(folder),
    unreadable: problem === null ? '' : text(problem),
    duplicate: t.uploadDuplicate,
    failed: problem === null ? '' : text(problem),
    cancelled: t.uploadCancelled,
  };
  const isOpen = state === 'waiting' || state === 'sending';
  const failures = folder === null ? [] : [...folder.refused, ...folder.unreadable];
  const refused = failures.slice(0, MAX_REFUSED_SHOWN);
  return (
    <li>
      <bdi class="grow wrap">{name}</bdi>
      {state === 'sending' && <progress value={share} max={1} aria-label={name} />}
      <span class={state === 'failed' || state === 'unreadable' ? 'why' : 'muted'}>
        {words[state]}
      </span>
      {isOpen && (
        <button class="quiet" onClick={() => cancelUpload(id)}>
          {t.cancel}
        </button>
      )}
      {refused.length > 0 && (
        <ul class="notes wrap">
          {refused.map((one) => (
            <li key={one.name}>
              <bdi>{one.name}</bdi>: <span class="why">{text(one.problem)}</span>
            </li>
          ))}
          {failures.length > refused.length && <li>…</li>}
        </ul>
      )}
    </li>
  );
};
