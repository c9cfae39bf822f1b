import { useState } from 'preact/hooks';
import { api, bodyOf, type Me, type TenantSettings, type Tool } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { Boxes, readForm, type Entered } from '../ui/form-dialog.js';
import { Failed, Loading, ProblemLine } from '../ui/states.js';
import { SettingsPage } from './settings-page.js';

type Known = { settings: TenantSettings; tools: Tool[] };

/** The name of the organisation, what answers may do, and how much of everything is allowed. */
export const GeneralScreen = ({ me }: { me: Me }) => {
  const known = useResource('settings', async (signal): Promise<Known> => {
    const [settings, tools] = await Promise.all([
      api.GET('/v1/tenant', { signal }),
      api.GET('/v1/tools', { signal }),
    ]);
    return { settings: bodyOf(settings), tools: bodyOf(tools).items };
  });
  return (
    <SettingsPage me={me}>
      {known.problem !== null && <Failed problem={known.problem} retry={known.reload} />}
      {known.value === null && known.problem === null && <Loading />}
      {known.value !== null && <SettingsForm known={known.value} />}
    </SettingsPage>
  );
};

const SWITCHES = [
  ...(['groundedOnly', 'dropUnsupportedCitations'] as const),
  ...(['memberUploads', 'trustProposedMemories'] as const),
];
const QUOTAS = ['questionsPerDay', 'tokensPerMonth', 'documents', 'storageBytes'] as const;

/** Empty is none; a number that cannot be the server refuses, at its field. */
const toNumber = (text: string): number | null => (text === '' ? null : Number(text));

const toChanges = ({ text, all }: Entered, { settings, tools }: Known) => {
  const on = all('switches');
  const chosen = all('tools');
  return {
    name: text('name'),
    policy: {
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
      memoryTtlDays: toNumber(text('policy.memoryTtlDays')),
      quotas: Object.fromEntries(
        QUOTAS.map((name) => [name, toNumber(text(`policy.quotas.${name}`))]),
      ),
    },
  };
};

const SettingsForm = ({ known }: { known: Known }) => {
  const { t } = useWords();
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // The handler stands on a form alone.
    const entered = readForm(event.currentTarget as HTMLFormElement);
    setState('busy');
    try {
      await api.PATCH('/v1/tenant', { body: toChanges(entered, known) });
      setProblem(null);
      setState('saved');
    } catch (error) {
      setProblem(toProblem(error));
      setState('idle');
    }
  };
  return (
    <form
      class="settings"
      onSubmit={(event) => void submit(event)}
      onInput={() => setState('idle')}
    >
      <SettingsFields known={known} problem={problem} />
      <ProblemLine problem={problem} />
      <div class="actions">
        <button class="primary" disabled={state === 'busy'}>
          {t.save}
        </button>
        <span role="status" class="muted">
          {state === 'saved' && t.saved}
        </span>
      </div>
    </form>
  );
};

const SettingsFields = ({ known, problem }: { known: Known; problem: Problem | null }) => {
  const { t, format } = useWords();
  const { name, policy, limits } = known.settings;
  const problems = problem?.errors ?? [];
  const shown = (value: number | null) => (value === null ? '' : String(value));
  return (
    <>
      <Field name="name" label={t.organisationName} value={name} required problems={problems} />
      <Boxes
        name="switches"
        label={t.answersAndRights}
        options={SWITCHES.map((one) => [one, t.policyOf[one]])}
        chosen={SWITCHES.filter((one) => policy[one])}
      />
      <Boxes
        name="tools"
        label={t.tools}
        options={known.tools.map((tool) => [tool.name, tool.name])}
        chosen={known.tools.filter(({ on }) => on).map((tool) => tool.name)}
      />
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
