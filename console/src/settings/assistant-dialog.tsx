import { api, bodyOf, type Assistant, type Tool } from '../api/client.js';
import type { FieldProblem } from '../api/problem.js';
import { useModels } from '../api/use-models.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import type { Entered } from '../ui/entered.js';
import { Boxes, FormDialog, SelectField } from '../ui/form-dialog.js';
import { ProblemLine } from '../ui/states.js';
import {
  ANSWER_LANGUAGES,
  CITATION_STYLES,
  EFFORTS,
  LENGTHS,
  toAssistant,
  toFilterParts,
} from './assistant-values.js';
import { toHumanName } from './human-name.js';

type Ends = { onClose: () => void; onDone: () => void };
type Known = { tools: readonly Tool[]; collections: readonly { id: string; name: string }[] };

type DialogProps = Ends & { title: string; assistant: Assistant | null };

/** Makes an assistant, or changes one. */
export const AssistantDialog = ({ title, assistant, ...ends }: DialogProps) => {
  const { t } = useWords();
  const { value: known, problem } = useKnown();
  if (known === null) return <ProblemLine problem={problem} />;
  const send = (entered: Entered) => {
    const body = toAssistant(
      entered,
      known.tools.map(({ name }) => name),
    );
    return assistant === null
      ? api.POST('/v1/assistants', { body })
      : api.PATCH('/v1/assistants/{id}', { params: { path: { id: assistant.id } }, body });
  };
  return (
    <FormDialog title={title} action={t.save} send={send} {...ends}>
      {(problems) => <Fields {...{ assistant, known, problems }} />}
    </FormDialog>
  );
};

/** What an assistant can be made of: the tools that are on, and the first hundred collections. */
const useKnown = () =>
  useResource('assistant-parts', async (signal): Promise<Known> => {
    const [tools, collections] = await Promise.all([
      api.GET('/v1/tools', { signal }),
      api.GET('/v1/collections', { params: { query: { limit: 100 } }, signal }),
    ]);
    return {
      tools: bodyOf(tools).items.filter(({ on }) => on),
      collections: bodyOf(collections).items,
    };
  });

type FieldsProps = {
  assistant: Assistant | null;
  known: Known;
  problems: readonly FieldProblem[];
};

const Fields = (props: FieldsProps) => {
  const { t } = useWords();
  const { assistant, problems } = props;
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
      <Field
        type="area"
        name="prompt"
        label={t.prompt}
        value={assistant?.prompt ?? ''}
        problems={problems}
      />
      <Knowledge {...props} />
      <SelectField
        name="answerLength"
        label={t.answerLength}
        options={[['', t.anyLength], ...LENGTHS.map((one) => [one, t.lengthOf[one]] as const)]}
        value={assistant?.answerLength ?? ''}
      />
      <details>
        <summary>{t.moreSettings}</summary>
        <More {...props} />
      </details>
    </>
  );
};

/** What it answers from, and by what means. */
const Knowledge = ({ assistant, known: { collections, tools } }: FieldsProps) => {
  const { t } = useWords();
  const names = tools.map(({ name }) => name);
  return (
    <>
      <Boxes
        name="collections"
        label={t.answerFrom}
        options={collections.map(({ id, name }) => [id, name] as const)}
        chosen={toFilterParts(assistant?.filter ?? null).collections}
        none={t.noCollections}
      />
      <Boxes
        name="tools"
        label={t.answerTools}
        options={names.map((name) => [name, toHumanName(name)] as const)}
        chosen={assistant?.tools ?? names}
      />
    </>
  );
};

const More = ({ assistant, problems }: FieldsProps) => {
  const { t, format } = useWords();
  const shown = (value: number | null | undefined) => (value == null ? '' : String(value));
  return (
    <div class="more-fields">
      <SelectField
        name="language"
        label={t.answerLanguage}
        options={[
          ['', t.languageOfQuestion],
          ...ANSWER_LANGUAGES.map((code) => [code, format.language(code)] as const),
        ]}
        value={assistant?.language ?? ''}
      />
      <SelectField
        name="citationStyle"
        label={t.citationStyle}
        options={[
          ['', t.citationUsual],
          ...CITATION_STYLES.map((one) => [one, t.citationStyleOf[one]] as const),
        ]}
        value={assistant?.citationStyle ?? ''}
      />
      <ModelField chosen={assistant?.model ?? null} />
      <Field
        name="temperature"
        label={t.temperature}
        value={shown(assistant?.temperature)}
        problems={problems}
      />
      <Field
        type="number"
        name="maxTokens"
        label={t.longestAnswer}
        value={shown(assistant?.maxTokens)}
        problems={problems}
      />
      <SelectField
        name="reasoningEffort"
        label={t.reasoningEffort}
        options={[['', t.effortUsual], ...EFFORTS.map((one) => [one, t.effortOf[one]] as const)]}
        value={assistant?.reasoningEffort ?? ''}
      />
      <Field
        type="area"
        name="filter"
        label={t.ownFilter}
        hint={t.ownFilterHint}
        value={toFilterParts(assistant?.filter ?? null).rest}
        problems={problems}
      />
    </div>
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
