import { useState } from 'preact/hooks';
import { api, bodyOf, type Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { FormDialog, SelectField } from '../ui/form-dialog.js';
import { Field } from '../ui/field.js';
import { makeCollection } from './make-collection.js';
import styles from './bulk-bar.module.css';
import type { Names } from './use-names.js';
import { VisibilityOptions } from './visibility-options.js';

type Props = {
  me: Me;
  names: Names;
  chosen: readonly string[];
  /** Nothing is chosen any more. */
  onClear: () => void;
  onChange: () => void;
};

type Change =
  | { action: 'delete' }
  | { action: 'set_visibility'; visibility: string }
  | { action: 'add_to_collection'; collectionId: string };

/** What can be done with all documents that are chosen; it tells how many of them refused. */
export const BulkBar = ({ me, names, chosen, onClear, onChange }: Props) => {
  const { t, format } = useWords();
  const [isOpen, setOpen] = useState<'delete' | 'readers' | 'collection' | null>(null);
  const [refused, setRefused] = useState(0);
  const change = async (wanted: Change) => {
    const body = { ...wanted, documentIds: [...chosen] };
    const { outcomes } = bodyOf(await api.POST('/v1/documents/bulk', { body }));
    setRefused(outcomes.filter(({ status }) => status !== 'done').length);
  };
  const ends = {
    onClose: () => setOpen(null),
    onDone: () => {
      onClear();
      onChange();
    },
  };
  return (
    <>
      <div class={styles['bar']} role="status">
        {chosen.length > 0 && <b>{t.chosenCount(format.number(chosen.length))}</b>}
        {chosen.length === 0 && refused > 0 && (
          <span class="why">{t.bulkRefused(format.number(refused))}</span>
        )}
      </div>
      {chosen.length > 0 && (
        <div class={styles['bar']}>
          <button onClick={() => setOpen('collection')}>{t.addToCollection}</button>
          <button onClick={() => setOpen('readers')}>{t.whoMayRead}</button>
          <button onClick={() => setOpen('delete')}>{t.delete}</button>
          <button class="quiet" onClick={onClear}>
            {t.clearChoice}
          </button>
        </div>
      )}
      {isOpen === 'delete' && (
        <DeleteDialog
          title={t.deleteDocuments}
          text={t.deleteDocumentsText(format.number(chosen.length))}
          remove={() => change({ action: 'delete' })}
          {...ends}
        />
      )}
      {isOpen === 'readers' && <Readers me={me} change={change} {...ends} />}
      {isOpen === 'collection' && <Collection names={names} change={change} {...ends} />}
    </>
  );
};

type DialogProps = {
  change: (wanted: Change) => Promise<void>;
  onClose: () => void;
  onDone: () => void;
};

const Readers = ({ me, change, ...ends }: DialogProps & { me: Me }) => {
  const { t } = useWords();
  return (
    <FormDialog
      title={t.whoMayRead}
      action={t.save}
      send={({ text }) => change({ action: 'set_visibility', visibility: text('visibility') })}
      {...ends}
    >
      {() => (
        <label class="field">
          <span>{t.whoMayRead}</span>
          <select name="visibility">
            <VisibilityOptions me={me} />
          </select>
        </label>
      )}
    </FormDialog>
  );
};

const Collection = ({ names, change, ...ends }: DialogProps & { names: Names }) => {
  const { t } = useWords();
  return (
    <FormDialog
      title={t.addToCollection}
      action={t.save}
      send={async ({ text }) => {
        const name = text('name');
        const collectionId = name === '' ? text('collection') : await makeCollection(name);
        await change({ action: 'add_to_collection', collectionId });
      }}
      {...ends}
    >
      {(problems) => (
        <>
          {names.collections.size > 0 && (
            <SelectField
              name="collection"
              label={t.columnCollections}
              options={[...names.collections]}
            />
          )}
          <Field
            name="name"
            label={t.newCollection}
            required={names.collections.size === 0}
            problems={problems}
          />
        </>
      )}
    </FormDialog>
  );
};
