import type { Document, Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { DocumentActions } from './document-actions.js';
import { StateBadge, useReaders } from './state-badge.js';
import type { Names } from './use-names.js';

type Props = { documents: readonly Document[]; me: Me; names: Names; onChange: () => void };

/** One page of the list; narrow screens show each row as a card. */
export const DocumentTable = ({ documents, me, names, onChange }: Props) => {
  const { t } = useWords();
  const hasCollections = names.collections.size > 0;
  return (
    <div class="card">
      <table class="documents">
        <thead>
          <tr>
            <th scope="col">{t.columnTitle}</th>
            <th scope="col">{t.columnState}</th>
            <th scope="col">{t.columnLanguage}</th>
            <th scope="col">{t.columnOwner}</th>
            {hasCollections && <th scope="col">{t.columnCollections}</th>}
            <th scope="col">{t.columnReaders}</th>
            <th scope="col" class="n">
              {t.columnSize}
            </th>
            <th scope="col" class="n">
              {t.columnChanged}
            </th>
            <th scope="col">
              <span class="unseen">{t.columnActions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <Row key={document.id} {...{ document, me, names, onChange }} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

type RowProps = Omit<Props, 'documents'> & { document: Document };

const Row = ({ document, me, names, onChange }: RowProps) => {
  const { t, format } = useWords();
  const readers = useReaders();
  const { ownerId, collectionIds } = document;
  const owner = ownerId === me.user?.id ? t.mine : (names.owners.get(ownerId) ?? t.someoneElse);
  const collections = collectionIds.map((id) => names.collections.get(id) ?? '…').join(', ');
  return (
    <tr>
      <td class="wrap">
        <a href={`/d/${document.id}`}>
          <bdi>{document.title}</bdi>
        </a>
        <br />
        <small>
          <bdi>{document.filename}</bdi>
          {document.pageCount !== null && ` · ${t.pageCount(document.pageCount)}`}
        </small>
      </td>
      <td>
        <StateBadge document={document} />
      </td>
      <td>{format.language(document.language)}</td>
      <td class="wrap owner">
        <bdi>{owner}</bdi>
      </td>
      {names.collections.size > 0 && (
        <td class="wrap">
          <bdi>{collections}</bdi>
        </td>
      )}
      <td>
        <bdi>{readers(document.visibility)}</bdi>
      </td>
      <td class="n">{format.bytes(document.sizeBytes)}</td>
      <td class="n">{format.day(document.updatedAt)}</td>
      <td class="n">
        <DocumentActions document={document} me={me} onChange={onChange} />
      </td>
    </tr>
  );
};
