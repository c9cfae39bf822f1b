import { api, bodyOf } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Listing, Table } from '../ui/listing.js';

/** The readers that the source names and nobody here matches, with how many files name each. */
export const SourcePrincipals = ({ id }: { id: string }) => {
  const { t, format } = useWords();
  const pages = usePages(`source-principals/${id}`, async ({ params: { query }, signal }) => {
    const params = { path: { id }, query };
    return bodyOf(
      await api.GET('/v1/sources/{id}/principals', { params, ...(signal && { signal }) }),
    );
  });
  const unseen = pages.first?.unseenItems ?? 0;
  const isEmpty = pages.items?.length === 0;
  const isEverybodyKnown = isEmpty && unseen === 0;
  return (
    <section aria-label={t.unknownReaders}>
      <h2>{t.unknownReaders}</h2>
      {unseen > 0 && <p class="note">{t.unseenFiles(format.number(unseen))}</p>}
      {isEverybodyKnown && <p class="muted">{t.noUnknownReaders}</p>}
      {!isEmpty && (
        <Listing pages={pages} empty={{ title: t.noUnknownReaders }}>
          {(principals) => (
            <>
              <p class="muted">{t.unknownReadersText}</p>
              <Table columns={[t.reader, t.sourceFiles]}>
                {principals.map(({ principal, items }) => (
                  <tr key={principal}>
                    <td class="wrap">
                      <bdi>{principal}</bdi>
                    </td>
                    <td data-name={t.sourceFiles}>{format.number(items)}</td>
                  </tr>
                ))}
              </Table>
            </>
          )}
        </Listing>
      )}
    </section>
  );
};
