import { useState } from 'preact/hooks';
import { api, bodyOf, type Assistant, type Me } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Listing, Table } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { ProblemLine } from '../ui/states.js';
import { AssistantDialog } from './assistant-dialog.js';
import { SettingsPage } from './settings-page.js';

/** Ways of answering, each with a prompt of its own. */
export const AssistantsScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const [isMaking, setMaking] = useState(false);
  const pages = usePages(
    'assistants',
    async (page) => bodyOf(await api.GET('/v1/assistants', page)),
    { remembers: true },
  );
  return (
    <SettingsPage
      me={me}
      action={
        <button class="primary" onClick={() => setMaking(true)}>
          {t.newAssistant}
        </button>
      }
    >
      <Listing pages={pages} empty={{ title: t.noAssistants }}>
        {(assistants) => (
          <Table columns={[t.name, t.slug, t.description, t.columnActions]}>
            {assistants.map((assistant) => (
              <AssistantRow key={assistant.id} assistant={assistant} onChange={pages.reload} />
            ))}
          </Table>
        )}
      </Listing>
      {isMaking && (
        <AssistantDialog
          title={t.newAssistant}
          assistant={null}
          onClose={() => setMaking(false)}
          onDone={pages.reload}
        />
      )}
    </SettingsPage>
  );
};

type Row = Pick<Assistant, 'id' | 'slug' | 'name' | 'description' | 'isDefault'>;

const AssistantRow = ({ assistant, onChange }: { assistant: Row; onChange: () => void }) => {
  const { t } = useWords();
  const { id, slug, name, description, isDefault } = assistant;
  const [isOpen, setOpen] = useState<'change' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <tr>
      <td class="wrap">
        <bdi>{name}</bdi> {isDefault && <span class="badge">{t.standard}</span>}
      </td>
      <td>
        <code>{slug}</code>
      </td>
      <td class="wrap">
        <bdi>{description ?? ''}</bdi>
      </td>
      <td class="n">
        <RowActions
          choices={[
            [t.change, () => setOpen('change')],
            ...(isDefault ? [] : [[t.delete, () => setOpen('delete')] as const]),
          ]}
        />
        {isOpen === 'change' && <ChangeAssistant id={id} onClose={close} onDone={onChange} />}
        {isOpen === 'delete' && (
          <DeleteDialog
            title={t.deleteAssistant}
            text={t.deleteAssistantText(name)}
            remove={() => api.DELETE('/v1/assistants/{id}', { params: { path: { id } } })}
            onClose={close}
            onDone={onChange}
          />
        )}
      </td>
    </tr>
  );
};

type Ends = { onClose: () => void; onDone: () => void };

/** The list leaves the prompt out. */
const ChangeAssistant = ({ id, ...ends }: Ends & { id: string }) => {
  const { t } = useWords();
  const whole = useResource(`assistant/${id}`, async (signal) =>
    bodyOf(await api.GET('/v1/assistants/{id}', { params: { path: { id } }, signal })),
  );
  if (whole.value === null) return <ProblemLine problem={whole.problem} />;
  const assistant = 'prompt' in whole.value ? whole.value : null;
  return <AssistantDialog title={t.change} assistant={assistant} {...ends} />;
};
