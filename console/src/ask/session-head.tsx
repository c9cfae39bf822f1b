import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api, bodyOf, type Citation } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Dialog, useAttempt } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { RowActions } from '../ui/row-actions.js';
import { ProblemLine } from '../ui/states.js';
import { useCitationTitle } from './source-list.js';

type Props = { id: string; version: number; onChange: () => void };

/** The name of a conversation, and what can be done with it. */
export const SessionHead = ({ id, version, onChange }: Props) => {
  const { t } = useWords();
  const { route } = useLocation();
  const session = useResource(`session/${id}/${version}`, async (signal) =>
    bodyOf(await api.GET('/v1/sessions/{id}', { params: { path: { id } }, signal })),
  );
  const [isOpen, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const changed = () => {
    session.reload();
    onChange();
  };
  const { problem, attempt } = useAttempt({ onClose: close, onDone: changed });
  const title = session.value?.title ?? '';
  const pinned = (session.value?.pinnedAt ?? null) !== null;
  const saveAs = useExport(id, title === '' ? t.untitled : title);
  const choices = [
    [t.renameConversation, () => setOpen('rename')],
    [
      pinned ? t.unpin : t.pin,
      () =>
        void attempt(() =>
          api.PATCH('/v1/sessions/{id}', { params: { path: { id } }, body: { pinned: !pinned } }),
        ),
    ],
    [t.exportMarkdown, () => void attempt(() => saveAs('markdown'))],
    [t.exportWord, () => void attempt(() => saveAs('word'))],
    [t.print, () => window.print()],
    [t.delete, () => setOpen('delete')],
  ] as const;
  useEffect(() => {
    if (title !== '') document.title = `${title} – ${t.product}`;
  }, [title, t]);
  return (
    <div class="bar stays">
      <h1 class="grow">
        <bdi>{session.value === null ? '…' : title === '' ? t.untitled : title}</bdi>
      </h1>
      <ProblemLine problem={problem} />
      {session.value !== null && <RowActions choices={choices} />}
      <a class="button" href="/">
        {t.newQuestion}
      </a>
      {isOpen === 'rename' && <RenameDialog {...{ id, title }} onClose={close} onDone={changed} />}
      {isOpen === 'delete' && (
        <DeleteDialog
          title={t.deleteConversation}
          text={t.deleteConversationText}
          remove={() => api.DELETE('/v1/sessions/{id}', { params: { path: { id } } })}
          onClose={close}
          onDone={() => route('/')}
        />
      )}
    </div>
  );
};

const useExport = (id: string, title: string) => {
  const { t } = useWords();
  const titleOf = useCitationTitle();
  const nameSource = (citation: Citation) => {
    const { pageStart, pageEnd } = citation;
    const page = pageStart ? `, ${t.page(pageStart, pageEnd ?? pageStart)}` : '';
    return `${titleOf(citation)}${page}`;
  };
  return async (format: 'markdown' | 'word') => {
    const { exportConversation } = await import('./export-conversation.js');
    await exportConversation(id, format, { title, sources: t.sources, nameSource });
  };
};

type DialogProps = { id: string; onClose: () => void; onDone: () => void };

const RenameDialog = ({ id, title, ...ends }: DialogProps & { title: string }) => {
  const { t } = useWords();
  const { problem, attempt } = useAttempt(ends);
  const rename = (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement).get('title');
    const body = { title: typeof given === 'string' ? given.trim() : '' };
    void attempt(() => api.PATCH('/v1/sessions/{id}', { params: { path: { id } }, body }));
  };
  return (
    <Dialog title={t.renameConversation} onClose={ends.onClose}>
      <form onSubmit={rename}>
        <Field
          name="title"
          label={t.title}
          value={title}
          required
          problems={problem?.errors ?? []}
        />
        <ProblemLine problem={problem} />
        <div class="actions">
          <button class="primary">{t.save}</button>
          <button type="button" onClick={ends.onClose}>
            {t.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
