import {
  api,
  bodyOf,
  type Me,
  type NamedModel,
  type TenantSettings,
  type Tool,
} from '../api/client.js';
import type { FieldProblem } from '../api/problem.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { FactList } from '../ui/fact-list.js';
import type { Entered } from '../ui/entered.js';
import { Boxes, SelectField } from '../ui/form-dialog.js';
import { PlainForm } from '../ui/plain-form.js';
import { Failed, Loading } from '../ui/states.js';
import { toHumanName } from './human-name.js';
import { SettingsPage } from './settings-page.js';

type Known = { settings: TenantSettings; tools: Tool[]; models: NamedModel[] };

/** The name of the organisation, what answers may do, and how much of everything is allowed. */
export const GeneralScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const known = useResource('settings', async (signal): Promise<Known> => {
    const [settings, tools, models] = await Promise.all([
      api.GET('/v1/tenant', { signal }),
      api.GET('/v1/tools', { signal }),
      api.GET('/v1/models', { signal }),
    ]);
    const [{ items }, { items: named }] = [bodyOf(tools), bodyOf(models)];
    return { settings: bodyOf(settings), tools: items, models: named };
  });
  return (
    <SettingsPage me={me}>
      {known.problem !== null && <Failed problem={known.problem} retry={known.reload} />}
      {known.value === null && known.problem === null && <Loading />}
      {known.value !== null && (
        <>
          <section class="card facts" aria-label={t.slug}>
            <FactList facts={[[t.slug, me.tenant?.slug ?? '']]} />
            <small>{t.slugAtSignIn}</small>
          </section>
          <SettingsForm known={known.value} />
        </>
      )}
    </SettingsPage>
  );
};

const SWITCHES = ['memberUploads', 'trustProposedMemories'] as const;

/** How far answers are held to the documents, by the names of the choices. */
const GROUNDED = { free: false, grounded: true, strict: 'strict' } as const;
type Grounded = keyof typeof GROUNDED;
const GROUNDED_NAMES = ['free', 'grounded', 'strict'] as const satisfies readonly Grounded[];
const QUOTAS = ['questionsPerDay', 'tokensPerMonth', 'documents', 'storageBytes'] as const;

/** Empty is none; a number that cannot be the server refuses, at its field. */
const toNumber = (text: string): number | null => (text === '' ? null : Number(text));

const toChanges = ({ text, all }: Entered, { settings, tools }: Known) => {
  const on = all('switches');
  const chosen = all('tools');
  return {
    name: text('name'),
    policy: {
      groundedOnly:
        GROUNDED[GROUNDED_NAMES.find((name) => name === text('grounded')) ?? 'grounded'],
      ...Object.fromEntries(SWITCHES.map((name) => [name, on.includes(name)])),
      // Those alone that were changed: a tool that comes later is as its operator means it to be.
      tools: {
        ...settings.policy.tools,
        ...Object.fromEntries(
          tools
            .filter(({ name, on: isOn }) => chosen.includes(name) !== isOn)
            .map(({ name }) => [name, chosen.includes(name)]),
        ),
      },
      models: all('models'),
      memoryTtlDays: toNumber(text('policy.memoryTtlDays')),
      quotas: Object.fromEntries(
        QUOTAS.map((name) => [name, toNumber(text(`policy.quotas.${name}`))]),
      ),
    },
  };
};

const SettingsForm = ({ known }: { known: Known }) => {
  const { t } = useWords();
  return (
    <PlainForm
      class="settings"
      action={t.save}
      saved={t.saved}
      send={(entered) => api.PATCH('/v1/tenant', { body: toChanges(entered, known) })}
    >
      {(problems) => <SettingsFields known={known} problems={problems} />}
    </PlainForm>
  );
};

type FieldsProps = { known: Known; problems: readonly FieldProblem[] };

const SettingsFields = ({ known, problems }: FieldsProps) => {
  const { t, format } = useWords();
  const { name, policy, limits } = known.settings;
  const shown = (value: number | null) => (value === null ? '' : String(value));
  return (
    <>
      <Field name="name" label={t.organisationName} value={name} required problems={problems} />
      <SelectField
        name="grounded"
        label={t.policyOf.groundedOnly}
        options={GROUNDED_NAMES.map((one) => [one, t.groundedOf[one]])}
        value={GROUNDED_NAMES.find((one) => GROUNDED[one] === policy.groundedOnly) ?? 'grounded'}
      />
      <Boxes
        name="switches"
        label={t.answersAndRights}
        options={SWITCHES.map((one) => [one, t.policyOf[one]])}
        chosen={SWITCHES.filter((one) => policy[one])}
      />
      <Boxes
        name="tools"
        label={t.tools}
        options={known.tools.map((tool) => [
          tool.name,
          toHumanName(tool.name),
          <AboutTool key={tool.name} tool={tool} />,
        ])}
        chosen={known.tools.filter(({ on }) => on).map((tool) => tool.name)}
      />
      {known.models.length > 0 && (
        <Boxes
          name="models"
          label={t.openModels}
          options={known.models.map((one) => [one.name, `${one.name} (${one.model})`])}
          chosen={policy.models}
        />
      )}
      <Field
        name="policy.memoryTtlDays"
        type="number"
        label={t.memoryDays}
        hint={t.memoryDaysHint}
        value={shown(policy.memoryTtlDays)}
        problems={problems}
      />
      {QUOTAS.map((quota) => (
        <Field
          key={quota}
          name={`policy.quotas.${quota}`}
          type="number"
          label={t.quotaOf[quota]}
          hint={t.quotaHint(format.number(limits[quota]))}
          value={shown(policy.quotas[quota])}
          problems={problems}
        />
      ))}
    </>
  );
};

/** Describes a tool in the words that a model reads, which are English. */
const AboutTool = ({ tool: { name, description } }: { tool: Tool }) => (
  <>
    {' '}
    <code>{name}</code>
    <small class="summary" lang="en" dir="ltr">
      {description}
    </small>
  </>
);
