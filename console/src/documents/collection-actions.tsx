import { useState } from 'preact/hooks';
import { api } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { RowActions } from '../ui/row-actions.js';

type Props = { id: string; name: string; onChange: () => void; onDeleted: () => void };

/** What can be done with the collection that is shown; the server refuses those who may not. */
export const CollectionActions = ({ id, name, onChange, onDeleted }: Props) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState<'rename' | 'delete' | null>(null);
  const onClose = () => setOpen(null);
  const params = { path: { id } };
  return (
    <>
      <RowActions
        choices={[
          [t.renameConversation, () => setOpen('rename')],
          [t.deleteCollection, () => setOpen('delete')],
        ]}
      />
      {isOpen === 'rename' && (
        <FormDialog
          title={t.renameConversation}
          action={t.save}
          send={({ text }) =>
            api.PATCH('/v1/collections/{id}', { params, body: { name: text('name') } })
          }
          onClose={onClose}
          onDone={onChange}
        >
          {(problems) => (
            <Field name="name" label={t.name} value={name} required problems={problems} />
          )}
        </FormDialog>
      )}
      {isOpen === 'delete' && (
        <DeleteDialog
          title={t.deleteCollection}
          text={t.deleteCollectionText}
          remove={() => api.DELETE('/v1/collections/{id}', { params })}
          onClose={onClose}
          onDone={onDeleted}
        />
      )}
    </>
  );
};
