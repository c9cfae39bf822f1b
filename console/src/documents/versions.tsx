import { useState } from 'preact/hooks';
import { api, bodyOf, type Document, type DocumentVersion, type Me } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Dialog, useAttempt } from '../ui/dialog.js';
import { ProblemLine, useProblemText } from '../ui/states.js';

type Props = { document: Document; me: Me; onChange: () => void };

/** Shows the versions of a document, and lets those who may replace it restore one whose file is kept. */
export const Versions = ({ document, me, onChange }: Props) => {
  const { t, format } = useWords();
  const [chosen, setChosen] = useState<DocumentVersion | null>(null);
  const listed = useListedVersions(document, me);
  const dateOf = (number: number): string => {
    const found = listed.find(({ version }) => version === number);
    return found === undefined ? '' : ` · ${format.day(found.createdAt)}`;
  };
  const earlier = listed.filter(({ restorable }) => restorable);
  return (
    <div>
      <h2>{t.versions}</h2>
      <ul class="plain">
        <Present document={document} dateOf={dateOf} />
        {earlier.map((version) => (
          <li key={version.version}>
            {t.version(version.version)}: {t.versionReplaced}
            {dateOf(version.version)}
            <p>
              <bdi class="wrap">{version.filename}</bdi>{' '}
              <button
                class="quiet"
                aria-label={`${t.restore}: ${t.version(version.version)}`}
                onClick={() => setChosen(version)}
              >
                {t.restore}
              </button>
            </p>
          </li>
        ))}
      </ul>
      <small>{t.versionsKept}</small>
      {chosen !== null && (
        <RestoreDialog
          id={document.id}
          version={chosen}
          onClose={() => setChosen(null)}
          onDone={onChange}
        />
      )}
    </div>
  );
};

type PresentProps = { document: Document; dateOf: (version: number) => string };

/** The version that answers, and the one that is to take its place. */
const Present = ({ document: { version, replacement, status }, dateOf }: PresentProps) => {
  const { t } = useWords();
  const text = useProblemText();
  return (
    <>
      {replacement !== null && (
        <li>
          {t.version(replacement.version)}:{' '}
          {replacement.status === 'failed' ? t.versionFailed : t.versionReading}
          {dateOf(replacement.version)}
          {replacement.error !== null && (
            <p class="why">
              {text({ code: replacement.error.code, detail: replacement.error.message })}
            </p>
          )}
        </li>
      )}
      <li>
        {t.version(version)}: {status === 'ready' ? t.versionAnswers : t.stateOf[status]}
        {dateOf(version)}
      </li>
    </>
  );
};

/** All versions, for those who may restore one; nobody else asks for them, because the server would refuse. */
const useListedVersions = (document: Document, me: Me): readonly DocumentVersion[] => {
  const { id, ownerId, version, replacement, sha256 } = document;
  const isOwn = ownerId === me.user?.id || me.role === 'admin';
  // Whoever may not read it is shown no digest.
  const mayReplace = me.permissions.includes('documents:write') && isOwn && sha256 !== null;
  const path = { id };
  const { value } = useResource(
    `versions/${id}/${version}/${replacement?.version}/${mayReplace}`,
    async (signal) =>
      mayReplace
        ? bodyOf(
            await api.GET('/v1/documents/{id}/versions', {
              params: { path, query: { limit: 100 } },
              signal,
            }),
          ).items
        : [],
    { keepsOld: true },
  );
  return value ?? [];
};

type DialogProps = {
  id: string;
  version: DocumentVersion;
  onClose: () => void;
  onDone: () => void;
};

const RestoreDialog = ({ id, version: { version, filename }, ...ends }: DialogProps) => {
  const { t } = useWords();
  const { problem, attempt } = useAttempt(ends);
  const restore = () =>
    api.POST('/v1/documents/{id}/versions/{version}/restore', {
      params: { path: { id, version } },
    });
  return (
    <Dialog title={t.restoreVersion(version)} onClose={ends.onClose}>
      <p class="wrap">
        <bdi>{filename}</bdi>
      </p>
      <p>{t.restoreText}</p>
      <ProblemLine problem={problem} />
      <div class="actions">
        <button class="primary" onClick={() => void attempt(restore)}>
          {t.restore}
        </button>
        <button onClick={ends.onClose}>{t.cancel}</button>
      </div>
    </Dialog>
  );
};
