import { useState } from 'preact/hooks';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { makeCollection } from './make-collection.js';

/** Makes a collection by its name, to be filled from the list. */
export const NewCollection = ({ onMade }: { onMade: (id: string) => void }) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>{t.newCollection}</button>
      {isOpen && (
        <FormDialog
          title={t.newCollection}
          action={t.save}
          onClose={() => setOpen(false)}
          send={async ({ text }) => onMade(await makeCollection(text('name')))}
        >
          {(problems) => (
            <Field name="name" label={t.name} autocomplete="off" required problems={problems} />
          )}
        </FormDialog>
      )}
    </>
  );
};
