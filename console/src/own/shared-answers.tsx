import { useState } from 'preact/hooks';
import { api, bodyOf } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { toSharedAddress } from '../ask/share-dialog.js';
import { useWords } from '../i18n/index.js';
import { CopyButton } from '../ui/copy-button.js';
import { DeleteDialog } from '../ui/delete-dialog.js';

/** The answers that the user shares, each with a button to stop sharing it. */
export const SharedAnswers = () => {
  const { t, format } = useWords();
  const [revoked, setRevoked] = useState<string | null>(null);
  const { items, more, reload } = usePages('shared-answers', async ({ params, ...page }) =>
    bodyOf(await api.GET('/v1/shared-answers', { ...page, params })),
  );
  if (items === null || items.length === 0) return null;
  return (
    <section class="card foot" aria-label={t.sharedAnswers}>
      <h2>{t.sharedAnswers}</h2>
      {items.map(({ id, question, expiresAt }) => (
        <div key={id}>
          <a href={`/s/${id}`} dir="auto">
            {question}
          </a>
          <p class="actions">
            <small class="grow">{t.sharedUntil(format.day(expiresAt))}</small>
            <CopyButton name={t.copyLink} text={() => toSharedAddress(id)} about={question} />
            <button
              class="quiet"
              aria-label={`${t.stopSharing}: ${question}`}
              onClick={() => setRevoked(id)}
            >
              {t.stopSharing}
            </button>
          </p>
        </div>
      ))}
      {more !== null && <button onClick={more}>{t.loadMore}</button>}
      {revoked !== null && (
        <DeleteDialog
          title={t.stopSharing}
          text={t.stopSharingText}
          action={t.stopSharing}
          remove={() =>
            api.DELETE('/v1/shared-answers/{id}', { params: { path: { id: revoked } } })
          }
          onClose={() => setRevoked(null)}
          onDone={reload}
        />
      )}
    </section>
  );
};
