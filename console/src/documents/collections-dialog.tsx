import { api, bodyOf, type Document } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import type { Entered } from '../ui/entered.js';
import { Boxes, FormDialog } from '../ui/form-dialog.js';
import { ProblemLine } from '../ui/states.js';
import { makeCollection } from './make-collection.js';

type Props = {
  document: Pick<Document, 'id' | 'collectionIds'>;
  onClose: () => void;
  onDone: () => void;
};

/** The collections that a document is in; a new one can be made for it. */
export const CollectionsDialog = ({ document, ...ends }: Props) => {
  const { t } = useWords();
  const { id: documentId, collectionIds: before } = document;
  const all = useResource(
    'collections',
    async (signal) =>
      bodyOf(await api.GET('/v1/collections', { params: { query: { limit: 100 } }, signal })).items,
  );
  if (all.value === null) return <ProblemLine problem={all.problem} />;
  const send = async ({ all: chosen, text }: Entered) => {
    const wanted = new Set(chosen('collection'));
    const name = text('name');
    if (name !== '') {
      wanted.add(await makeCollection(name));
    }
    const params = (id: string) => ({ params: { path: { id, documentId } } });
    const path = '/v1/collections/{id}/documents/{documentId}';
    await Promise.all([
      ...[...wanted].filter((id) => !before.includes(id)).map((id) => api.PUT(path, params(id))),
      ...before.filter((id) => !wanted.has(id)).map((id) => api.DELETE(path, params(id))),
    ]);
  };
  return (
    <FormDialog title={t.columnCollections} action={t.save} send={send} {...ends}>
      {(problems) => (
        <>
          <Boxes
            name="collection"
            label={t.inCollections}
            options={all.value?.map(({ id, name }) => [id, name] as const) ?? []}
            chosen={before}
            none={t.noCollections}
          />
          <Field name="name" label={t.newCollection} problems={problems} />
        </>
      )}
    </FormDialog>
  );
};
