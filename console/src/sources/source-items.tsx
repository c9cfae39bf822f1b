import { useState } from 'preact/hooks';
import { api, bodyOf, type SourceItem } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useReaders } from '../documents/state-badge.js';
import { useWords } from '../i18n/index.js';
import { Listing, Table } from '../ui/listing.js';
import { useProblemText } from '../ui/states.js';

const STATES = ['failed', 'pending', 'ready', 'gone'] as const;

/** The files of a source, with the reason of each that could not be read. */
export const SourceItems = ({ id }: { id: string }) => {
  const { t } = useWords();
  const [state, setState] = useState<SourceItem['state'] | ''>('');
  const pages = usePages(
    `source-items/${id}/${state}`,
    async ({ params: { query }, signal }) => {
      const params = { path: { id }, query: state === '' ? query : { ...query, state } };
      return bodyOf(await api.GET('/v1/sources/{id}/items', { params, ...(signal && { signal }) }));
    },
    { keepsOld: true },
  );
  return (
    <section aria-label={t.sourceFiles}>
      <div class="filters">
        <h2 class="grow">{t.sourceFiles}</h2>
        <select
          aria-label={t.columnState}
          onChange={({ currentTarget: { value } }) =>
            setState(STATES.find((one) => one === value) ?? '')
          }
        >
          <option value="">{t.anyItemState}</option>
          {STATES.map((one) => (
            <option key={one} value={one}>
              {t.itemState[one]}
            </option>
          ))}
        </select>
      </div>
      <Listing pages={pages} empty={{ title: t.noItems }}>
        {(items) => (
          <Table columns={[t.filePath, t.columnState, t.columnReaders, t.columnSize, t.readAt]}>
            {items.map((item) => (
              <ItemRow key={item.path} item={item} />
            ))}
          </Table>
        )}
      </Listing>
    </section>
  );
};

const ItemRow = ({ item }: { item: SourceItem }) => {
  const { t, format } = useWords();
  const text = useProblemText();
  const readers = useReaders();
  const { path, state, reason, documentId, visibility, sizeBytes, readAt } = item;
  return (
    <tr>
      <td class="wrap">
        {documentId !== null && state === 'ready' ? (
          <a href={`/d/${documentId}`}>
            <bdi>{path}</bdi>
          </a>
        ) : (
          <bdi>{path}</bdi>
        )}
      </td>
      <td class="wrap">
        <span class={`badge${BADGES[state]}`}>{t.itemState[state]}</span>
        {reason !== null && <p class="why">{text({ code: toCode(reason), detail: reason })}</p>}
      </td>
      <td class="wrap">{readers(visibility)}</td>
      <td>{format.bytes(sizeBytes)}</td>
      <td>{readAt === null ? '–' : format.minute(readAt)}</td>
    </tr>
  );
};

const BADGES = { failed: ' bad', pending: ' warn', ready: '', gone: ' warn' } as const;

/** Reasons are codes of the API; the words for one that there are none of are the reason itself. */
const toCode = (reason: string) =>
  reason as Parameters<ReturnType<typeof useProblemText>>[0]['code'];
