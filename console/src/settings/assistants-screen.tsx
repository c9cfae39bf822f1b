import { useState } from 'preact/hooks';
import { api, bodyOf, type Assistant, type Me } from '../api/client.js';
import type { FieldProblem } from '../api/problem.js';
import { useModels } from '../api/use-models.js';
import { usePages } from '../api/use-pages.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Field } from '../ui/field.js';
import type { Entered } from '../ui/entered.js';
import { FormDialog, SelectField } from '../ui/form-dialog.js';
import { Listing, Table } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { ProblemLine } from '../ui/states.js';
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

const LENGTHS = ['short', 'medium', 'long'] as const;

const MOST_OF_SLUG = 64;

/** A short name from a name: its letters without their marks. */
const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MOST_OF_SLUG);

const toAssistant = ({ text }: Entered) => ({
  slug: text('slug') || toSlug(text('name')),
  name: text('name'),
  description: text('description') || null,
  prompt: text('prompt') || null,
  answerLength: LENGTHS.find((length) => length === text('answerLength')) ?? null,
  model: text('model') || null,
});

type DialogProps = Ends & { title: string; assistant: Assistant | null };

const AssistantDialog = ({ title, assistant, ...ends }: DialogProps) => {
  const { t } = useWords();
  const send = (entered: Entered) => {
    const body = toAssistant(entered);
    if (assistant !== null) {
      return api.PATCH('/v1/assistants/{id}', { params: { path: { id: assistant.id } }, body });
    }
    const open = { tools: null, filter: null, citationStyle: null, language: null };
    const writing = { temperature: null, maxTokens: null, reasoningEffort: null };
    return api.POST('/v1/assistants', { body: { ...body, ...open, ...writing } });
  };
  return (
    <FormDialog title={title} action={t.save} send={send} {...ends}>
      {(problems) => <AssistantFields assistant={assistant} problems={problems} />}
    </FormDialog>
  );
};

type FieldsProps = { assistant: Assistant | null; problems: readonly FieldProblem[] };

const AssistantFields = ({ assistant, problems }: FieldsProps) => {
  const { t } = useWords();
  return (
    <>
      <Field
        name="name"
        label={t.name}
        value={assistant?.name ?? ''}
        required
        problems={problems}
      />
      <Field
        name="slug"
        label={t.slug}
        hint={t.slugHint}
        value={assistant?.slug ?? ''}
        problems={problems}
      />
      <Field
        name="description"
        label={t.description}
        value={assistant?.description ?? ''}
        problems={problems}
      />
      <label class="field">
        <span>{t.prompt}</span>
        <textarea name="prompt" rows={6} maxLength={8000}>
          {assistant?.prompt ?? ''}
        </textarea>
      </label>
      <SelectField
        name="answerLength"
        label={t.answerLength}
        options={[['', t.anyLength], ...LENGTHS.map((one) => [one, t.lengthOf[one]] as const)]}
        value={assistant?.answerLength ?? ''}
      />
      <ModelField chosen={assistant?.model ?? null} />
    </>
  );
};

/** Shown once the models are known, and only where there is a choice. */
const ModelField = ({ chosen }: { chosen: string | null }) => {
  const { t } = useWords();
  const { value: models } = useModels();
  if (models === null || (models.length < 2 && chosen === null)) {
    return <input type="hidden" name="model" value={chosen ?? ''} />;
  }
  return (
    <SelectField
      name="model"
      label={t.languageModel}
      options={[
        ['', t.usualModel],
        ...models.map(({ name, model }) => [name, `${name} (${model})`] as const),
      ]}
      value={chosen ?? ''}
    />
  );
};
