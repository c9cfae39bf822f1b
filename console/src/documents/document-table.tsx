import type { Document, Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Icon } from '../ui/icon.js';
import { DocumentActions } from './document-actions.js';
import { toFileIcon } from './file-icon.js';
import { rightsTo } from './rights.js';
import { StateBadge, useReaders } from './state-badge.js';
import type { Names } from './use-names.js';

type Props = {
  documents: readonly Document[];
  me: Me;
  names: Names;
  onChange: () => void;
  chosen: readonly string[];
  setChosen: (ids: readonly string[]) => void;
};

/** One page of the list; narrow screens show each row as a card. */
export const DocumentTable = ({ documents, chosen, setChosen, ...shown }: Props) => {
  const { t } = useWords();
  const { me, names } = shown;
  const changeable = documents.filter((one) => rightsTo(me, one).mayChange).map(({ id }) => id);
  const mark = (id: string, isChosen: boolean) =>
    setChosen([...chosen.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  const isAll = changeable.length > 0 && changeable.every((id) => chosen.includes(id));
  const hasCollections = names.collections.size > 0;
  return (
    <div class="card">
      <table class="documents">
        <thead>
          <tr>
            <th scope="col">
              {changeable.length > 0 && (
                <input
                  type="checkbox"
                  aria-label={t.chooseAll}
                  checked={isAll}
                  onChange={() => setChosen(isAll ? [] : changeable)}
                />
              )}{' '}
              {t.columnTitle}
            </th>
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
            <Row
              key={document.id}
              document={document}
              {...shown}
              isChosen={chosen.includes(document.id)}
              choose={changeable.includes(document.id) ? (is) => mark(document.id, is) : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

type RowProps = Pick<Props, 'me' | 'names' | 'onChange'> & {
  document: Document;
  isChosen: boolean;
  /** Null where its reader may not change it. */
  choose: ((isChosen: boolean) => void) | null;
};

const Row = ({ document, me, names, onChange, isChosen, choose }: RowProps) => {
  const { t, format } = useWords();
  const readers = useReaders();
  const { ownerId, collectionIds } = document;
  const owner = ownerId === me.user?.id ? t.mine : (names.owners.get(ownerId) ?? t.someoneElse);
  const collections = collectionIds.map((id) => names.collections.get(id) ?? '…').join(', ');
  return (
    <tr>
      <td>
        <span class="title">
          {choose !== null && (
            <input
              type="checkbox"
              aria-label={t.chooseDocument(document.title)}
              checked={isChosen}
              onChange={({ currentTarget }) => choose(currentTarget.checked)}
            />
          )}
          <Icon name={toFileIcon(document.filename)} />
          <a href={`/d/${document.id}`} title={document.title}>
            <bdi>{document.title}</bdi>
          </a>
          <small title={document.filename}>
            <bdi>{document.filename}</bdi>
            {document.pageCount !== null && ` · ${t.pageCount(document.pageCount)}`}
          </small>
        </span>
      </td>
      <td>
        <StateBadge document={document} isListed />
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
