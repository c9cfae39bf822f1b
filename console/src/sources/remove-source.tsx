import { useState } from 'preact/hooks';
import { api } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Dialog, useAttempt } from '../ui/dialog.js';
import { ProblemLine } from '../ui/states.js';

type Props = { id: string; name: string; onClose: () => void; onDone: () => void };

/** Asks what happens to the documents of a source; nothing is chosen in advance. */
export const RemoveSource = ({ id, name, ...ends }: Props) => {
  const { t } = useWords();
  const { problem, attempt } = useAttempt(ends);
  const [documents, setDocuments] = useState<'keep' | 'delete' | null>(null);
  const remove = async () => {
    if (documents === null) return;
    const params = { path: { id }, query: { documents } };
    await api.DELETE('/v1/sources/{id}', { params });
  };
  const choices = [
    ['keep', t.keepDocuments],
    ['delete', t.deleteItsDocuments],
  ] as const;
  return (
    <Dialog title={t.removeSource} onClose={ends.onClose}>
      <p>{t.removeSourceText(name)}</p>
      <fieldset class="boxes">
        <legend>{t.sourceDocuments}</legend>
        {choices.map(([value, words]) => (
          <label key={value}>
            <input
              type="radio"
              name="documents"
              checked={documents === value}
              onChange={() => setDocuments(value)}
            />{' '}
            {words}
          </label>
        ))}
      </fieldset>
      {documents === 'keep' && <p class="muted">{t.keepDocumentsText}</p>}
      <ProblemLine problem={problem} />
      <div class="actions">
        <button class="danger" disabled={documents === null} onClick={() => void attempt(remove)}>
          {t.removeSource}
        </button>
        <button onClick={ends.onClose}>{t.cancel}</button>
      </div>
    </Dialog>
  );
};
