import type { Document, Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { StateBadge, useReaders } from './state-badge.js';
import { FactList } from '../ui/fact-list.js';
import { Origin } from './origin.js';
import { rightsTo } from './rights.js';
import { Versions } from './versions.js';

type Props = { document: Document; me: Me; onChange: () => void };

/** Shows the state of a document and why it failed, its versions and its file. */
export const DocumentFacts = ({ document, me, onChange }: Props) => {
  const { t, format } = useWords();
  const readers = useReaders();
  const { filename, sizeBytes, language, pageCount, chunkCount, visibility, createdAt } = document;
  const rows: readonly (readonly [string, string])[] = [
    [t.factFile, filename],
    [t.columnSize, format.bytes(sizeBytes)],
    ...(pageCount === null ? [] : [[t.viewPages, format.number(pageCount)] as const]),
    [t.viewPassages, format.number(chunkCount)],
    [t.columnLanguage, format.language(language)],
    [t.columnReaders, readers(visibility)],
    [t.factUploaded, format.minute(createdAt)],
    [t.columnChanged, format.minute(document.updatedAt)],
  ];
  return (
    <section class="card facts" aria-label={t.whatIsKnown}>
      <div>
        <StateBadge document={document} />
      </div>
      <Failure document={document} />
      <FactList facts={rows} />
      {rightsTo(me, document).mayRead && <Origin documentId={document.id} />}
      <Versions document={document} me={me} onChange={onChange} />
    </section>
  );
};

/** The words stand beside the state; this is what somebody who helps wants to know. */
const Failure = ({ document: { error, replacement } }: { document: Document }) => {
  const { t } = useWords();
  const failed = error ?? replacement?.error ?? null;
  if (failed === null) return null;
  return (
    <details>
      <summary>{t.technicalReason}</summary>
      <p class="wrap">
        <code>{failed.code}</code>: {failed.message}
      </p>
    </details>
  );
};
