import { useState } from 'preact/hooks';
import { api, bodyOf, type Me, type Memory } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { useAttempt } from '../ui/dialog.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Listing } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { Shell } from '../ui/shell.js';
import { ProblemLine } from '../ui/states.js';

/** Lists the user's memories: they confirm what was proposed, and change or delete the rest. */
export const MemoriesScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const [isAdding, setAdding] = useState(false);
  const pages = usePages('memories', async (page) => bodyOf(await api.GET('/v1/memories', page)), {
    remembers: true,
  });
  return (
    <Shell me={me} title={t.navMemories}>
      <div class="bar">
        <h1 class="grow">{t.navMemories}</h1>
        <button class="primary" onClick={() => setAdding(true)}>
          {t.addMemory}
        </button>
      </div>
      <div class="wide">
        <p class="muted">{t.memoriesText}</p>
        <Listing pages={pages} empty={{ title: t.noMemories }}>
          {(memories) => (
            <ul class="plain lines card">
              {memories.map((memory) => (
                <MemoryLine key={memory.id} memory={memory} onChange={pages.reload} />
              ))}
            </ul>
          )}
        </Listing>
      </div>
      {isAdding && (
        <FormDialog
          title={t.addMemory}
          action={t.save}
          onClose={() => setAdding(false)}
          onDone={pages.reload}
          send={({ text }) =>
            api.POST('/v1/memories', {
              body: { content: text('content'), memoryType: 'explicit_fact' },
            })
          }
        >
          {() => <ContentField value="" />}
        </FormDialog>
      )}
    </Shell>
  );
};

const ContentField = ({ value }: { value: string }) => {
  const { t } = useWords();
  return (
    <label class="field">
      <span>{t.rememberThat}</span>
      <textarea name="content" rows={4} maxLength={2000} required>
        {value}
      </textarea>
    </label>
  );
};

const MemoryLine = ({ memory, onChange }: { memory: Memory; onChange: () => void }) => {
  const { t, format } = useWords();
  const { id, content, state, memoryType, updatedAt } = memory;
  const [isOpen, setOpen] = useState<'change' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { problem, attempt } = useAttempt({ onClose: close, onDone: onChange });
  const params = { params: { path: { id } } };
  return (
    <li>
      <div class="grow">
        <p class="wrap">
          <bdi>{content}</bdi>
        </p>
        <small>
          {t.memoryKind[memoryType]} · {format.day(updatedAt)}
          {state !== 'active' && (
            <>
              {' '}
              <span class="badge warn">{t.memoryState[state]}</span>
            </>
          )}
        </small>
        <ProblemLine problem={problem} />
      </div>
      {state === 'pending' && (
        <button onClick={() => void attempt(() => api.POST('/v1/memories/{id}/confirm', params))}>
          {t.confirm}
        </button>
      )}
      <RowActions
        choices={[
          ...(state === 'superseded' ? [] : [[t.change, () => setOpen('change')] as const]),
          [t.delete, () => setOpen('delete')],
        ]}
      />
      {isOpen !== null && (
        <MemoryDialog {...{ memory, kind: isOpen }} onClose={close} onDone={onChange} />
      )}
    </li>
  );
};

type DialogProps = {
  memory: Memory;
  kind: 'change' | 'delete';
  onClose: () => void;
  onDone: () => void;
};

const MemoryDialog = ({ memory: { id, content }, kind, ...ends }: DialogProps) => {
  const { t } = useWords();
  const params = { params: { path: { id } } };
  if (kind === 'delete') {
    return (
      <DeleteDialog
        title={t.forget}
        text={t.forgetText}
        action={t.forget}
        remove={() => api.DELETE('/v1/memories/{id}', params)}
        {...ends}
      />
    );
  }
  return (
    <FormDialog
      title={t.change}
      action={t.save}
      send={({ text }) =>
        api.PATCH('/v1/memories/{id}', { ...params, body: { content: text('content') } })
      }
      {...ends}
    >
      {() => <ContentField value={content} />}
    </FormDialog>
  );
};
