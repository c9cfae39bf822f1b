import { api, bodyOf } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';

/** Leads to what a source read a document from, and says when; nothing for documents that were uploaded. */
export const Origin = ({ documentId }: { documentId: string }) => {
  const { t, format } = useWords();
  const { value } = useResource(
    `origin/${documentId}`,
    async (signal) =>
      bodyOf(
        await api.GET('/v1/documents/{id}/origin', {
          params: { path: { id: documentId } },
          signal,
        }),
      ),
    { remembers: true },
  );
  const { url = null, readAt = null } = value ?? {};
  if (readAt === null) return null;
  return (
    <p class="muted">
      {t.readAtSource(format.minute(readAt))}{' '}
      {url !== null && /^https?:/u.test(url) && (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {t.openOriginal}
        </a>
      )}
    </p>
  );
};
