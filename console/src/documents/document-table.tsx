import type { Document, Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { DocumentActions } from './document-actions.js';
import { StateBadge, useReaders } from './state-badge.js';

type Props = { documents: readonly Document[]; me: Me; onChange: () => void };

/** One page of the list; narrow screens show each row as a card. */
export const DocumentTable = ({ documents, me, onChange }: Props) => {
  const { t, format } = useWords();
  const readers = useReaders();
  return (
    <div class="card">
      <table class="documents">
        <thead>
          <tr>
            <th scope="col">{t.columnTitle}</th>
            <th scope="col">{t.columnState}</th>
            <th scope="col">{t.columnLanguage}</th>
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
            <tr key={document.id}>
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
              <td>
                <bdi>{readers(document.visibility)}</bdi>
              </td>
              <td class="n">{format.bytes(document.sizeBytes)}</td>
              <td class="n">{format.day(document.updatedAt)}</td>
              <td class="n">
                <DocumentActions document={document} me={me} onChange={onChange} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
