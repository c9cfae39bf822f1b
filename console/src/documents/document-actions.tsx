import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api, type Document, type Me } from '../api/client.js';
import { download } from '../api/download.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Dialog, useAttempt } from '../ui/dialog.js';
import { Unfolded } from '../ui/row-actions.js';
import { ProblemLine } from '../ui/states.js';
import { CollectionsDialog } from './collections-dialog.js';
import { isShownTo, rightsTo } from './rights.js';
import { uploadFiles } from './uploads.js';
import { VisibilityOptions } from './visibility-options.js';

type Props = {
  document: Document;
  me: Me;
  onChange: () => void;
  /** Side by side, where there is room for them. */
  inline?: boolean;
};

/** Shows what somebody can do with a document by their rights. */
export const DocumentActions = ({ document, me, onChange, inline = false }: Props) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState<'delete' | 'readers' | 'collections' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const close = () => setOpen(null);
  const { problem, attempt } = useAttempt({ onClose: close, onDone: onChange });
  const { id, status } = document;
  const readAgain = () => api.POST('/v1/documents/{id}/reprocess', { params: { path: { id } } });
  const { mayRead, mayChange, mayReplace } = rightsTo(me, document);
  const choices: (readonly [string, () => void])[] = [
    ...(status === 'ready' && mayRead
      ? [
          [
            t.download,
            () => void attempt(() => download(`/v1/documents/${id}/file`, document.filename)),
          ] as const,
        ]
      : []),
    ...(mayChange && status === 'failed'
      ? [[t.tryReading, () => void attempt(readAgain)] as const]
      : []),
    ...(mayChange && mayRead ? [[t.whoMayRead, () => setOpen('readers')] as const] : []),
    ...(mayChange && mayRead ? [[t.columnCollections, () => setOpen('collections')] as const] : []),
    ...(mayReplace ? [[t.replace, () => input.current?.click()] as const] : []),
    ...(mayChange ? [[t.delete, () => setOpen('delete')] as const] : []),
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
      {inline && mayRead && !mayChange && <p class="muted">{t.changeByOwner}</p>}
      {isOpen === 'delete' && <DeleteDocument {...dialog} />}
      {isOpen === 'readers' && <ReadersDialog {...dialog} me={me} />}
      {isOpen === 'collections' && <CollectionsDialog {...dialog} />}
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
  const losesIt =
    chosen !== visibility && document.ownerId !== me.user?.id && !isShownTo(me, chosen);
  return (
    <Dialog title={t.whoMayRead} onClose={ends.onClose}>
      <p>
        <bdi>{title}</bdi>
      </p>
      <label class="field">
        <span>{t.whoMayRead}</span>
        <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          <VisibilityOptions me={me} shown={visibility} />
        </select>
      </label>
      <p class="muted">{t.readersBesides}</p>
      {losesIt && (
        <p class="note" role="status">
          {t.readersLoseIt}
        </p>
      )}
      <ProblemLine problem={problem} />
      <div class="actions">
        <button class="primary" disabled={chosen === 'source'} onClick={() => void attempt(save)}>
          {t.save}
        </button>
        <button onClick={ends.onClose}>{t.cancel}</button>
      </div>
    </Dialog>
  );
};
