import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api, type Document, type Me } from '../api/client.js';
import { download } from '../api/download.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Dialog, useAttempt } from '../ui/dialog.js';
import { Unfolded } from '../ui/row-actions.js';
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

/** Shows what can be done with a document; the server refuses in words what its rights do not allow. */
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
      ? [
          [
            t.download,
            () => void attempt(() => download(`/v1/documents/${id}/file`, document.filename)),
          ] as const,
        ]
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
      {isOpen === 'delete' && <DeleteDocument {...dialog} />}
      {isOpen === 'readers' && <ReadersDialog {...dialog} me={me} />}
    </>
  );
};

const Choices = ({ inline, children }: { inline: boolean; children: ComponentChildren }) =>
  inline ? <div class="actions">{children}</div> : <Unfolded>{children}</Unfolded>;

type DialogProps = { document: Document; onClose: () => void; onDone: () => void };

const DeleteDocument = ({ document: { id, title }, ...ends }: DialogProps) => {
  const { t } = useWords();
  return (
    <DeleteDialog
      title={t.deleteDocument}
      text={t.deleteDocumentText(title)}
      remove={() => api.DELETE('/v1/documents/{id}', { params: { path: { id } } })}
      {...ends}
    />
  );
};

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
