import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api, authorizedFetch, type Document, type Me } from '../api/client.js';
import { readProblem, RequestError } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Dialog, useAttempt } from '../ui/dialog.js';
import { ProblemLine } from '../ui/states.js';
import { uploadFiles } from './uploads.js';
import { VisibilityOptions } from './upload-area.js';

type Props = {
  document: Document;
  me: Me;
  onChange: () => void;
  /** Side by side, where there is room for them. */
  inline?: boolean;
};

/** Whatever can be done with a document; what its rights do not allow, the server refuses in words. */
export const DocumentActions = ({ document, me, onChange, inline = false }: Props) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState<'delete' | 'readers' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const close = () => setOpen(null);
  const { problem, attempt } = useAttempt({ onClose: close, onDone: onChange });
  const { id, status } = document;
  const readAgain = () => api.POST('/v1/documents/{id}/reprocess', { params: { path: { id } } });
  const mayWrite = me.permissions.includes('documents:write') && status !== 'deleting';
  const choices: (readonly [string, () => void])[] = [
    ...(status === 'ready'
      ? [[t.download, () => void attempt(() => download(document))] as const]
      : []),
    ...(mayWrite && status === 'failed'
      ? [[t.tryReading, () => void attempt(readAgain)] as const]
      : []),
    ...(mayWrite
      ? [
          [t.whoMayRead, () => setOpen('readers')] as const,
          [t.replace, () => input.current?.click()] as const,
          [t.delete, () => setOpen('delete')] as const,
        ]
      : []),
  ];
  const dialog = { document, onClose: close, onDone: onChange };
  return (
    <>
      <ProblemLine problem={problem} />
      {choices.length > 0 && (
        <Choices inline={inline}>
          {choices.map(([name, choose]) => (
            <button key={name} class="quiet" onClick={choose}>
              {name}
            </button>
          ))}
        </Choices>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t.replace}
        onChange={({ currentTarget }) => {
          uploadFiles(currentTarget.files ?? [], { visibility: '', replaces: id });
          currentTarget.value = '';
        }}
      />
      {isOpen === 'delete' && (
        <DeleteDialog
          title={t.deleteDocument}
          text={t.deleteDocumentText(document.title)}
          remove={() => api.DELETE('/v1/documents/{id}', { params: { path: { id } } })}
          onClose={close}
          onDone={onChange}
        />
      )}
      {isOpen === 'readers' && <ReadersDialog {...dialog} me={me} />}
    </>
  );
};

/** In a row, or behind three dots; a choice, Escape and a click elsewhere close them. */
const Choices = ({ inline, children }: { inline: boolean; children: ComponentChildren }) => {
  const { t } = useWords();
  const details = useRef<HTMLDetailsElement>(null);
  if (inline) return <div class="actions">{children}</div>;
  const close = () => {
    if (details.current !== null) details.current.open = false;
  };
  return (
    <details
      class="more"
      ref={details}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) close();
      }}
    >
      <summary aria-label={t.columnActions}>⋯</summary>
      <div class="choices" onClick={close}>
        {children}
      </div>
    </details>
  );
};

type DialogProps = { document: Document; onClose: () => void; onDone: () => void };

const ReadersDialog = ({ document, me, ...ends }: DialogProps & { me: Me }) => {
  const { t } = useWords();
  const { id, title, visibility } = document;
  const [chosen, setChosen] = useState(visibility);
  const { problem, attempt } = useAttempt(ends);
  const save = () =>
    api.PATCH('/v1/documents/{id}', { params: { path: { id } }, body: { visibility: chosen } });
  const isOwnGroup = me.user?.groups.some((name) => visibility === `group:${name}`) === true;
  return (
    <Dialog title={t.whoMayRead} onClose={ends.onClose}>
      <label class="field">
        <span>{title}</span>
        <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          <VisibilityOptions me={me} />
          {visibility.startsWith('group:') && !isOwnGroup && (
            <option value={visibility}>{t.readers.group(visibility.slice('group:'.length))}</option>
          )}
        </select>
      </label>
      <ProblemLine problem={problem} />
      <div class="actions">
        <button class="primary" onClick={() => void attempt(save)}>
          {t.save}
        </button>
        <button onClick={ends.onClose}>{t.cancel}</button>
      </div>
    </Dialog>
  );
};

/** By a request of ours, for the address alone carries no credential. */
const download = async ({ id, filename }: Document): Promise<void> => {
  const response = await authorizedFetch(new Request(`/v1/documents/${id}/file`));
  if (!response.ok) throw new RequestError(await readProblem(response));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = filename;
  link.click();
  URL.revokeObjectURL(link.href);
};
