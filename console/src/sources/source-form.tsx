import { useState } from 'preact/hooks';
import {
  api,
  bodyOf,
  type Me,
  type Source,
  type SourceKind,
  type SourceReport,
} from '../api/client.js';
import { toProblem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import type { Entered } from '../ui/entered.js';
import { readForm } from '../ui/form-dialog.js';
import { useFormProblem } from '../ui/form-problem.js';
import { ProblemLine } from '../ui/states.js';
import { toSourceName, toConnection, toTreatment } from './entered-source.js';
import { KindFields } from './kind-fields.js';
import { Report } from './report.js';
import { Treatment } from './treatment.js';
import styles from './sources.module.css';

type Props = {
  me: Me;
  kind: SourceKind;
  /** The one to change; null for a new one. */
  source: Source | null;
  onSaved: (id: string) => void;
  onCancel: () => void;
};

/** The form of a source: its place, sign-in, readers and schedule. The connection can be tested before saving. */
export const SourceForm = ({ me, kind, source, onSaved, onCancel }: Props) => {
  const { t } = useWords();
  const { form, errors, general, during, busy } = useSending();
  const [report, setReport] = useState<SourceReport | null>(null);
  const test = async (entered: Entered) => {
    setReport(null);
    setReport(await tryOut(toConnection(entered, kind, source), kind, source));
  };
  const save = async (entered: Entered) => onSaved(await store(entered, kind, source));
  return (
    <form
      ref={form}
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void during('save', save);
      }}
    >
      <KindFields kind={kind} source={source} problems={errors} />
      <div class="actions">
        <button type="button" disabled={busy !== null} onClick={() => void during('test', test)}>
          {busy === 'test' ? t.testing : t.testConnection}
        </button>
      </div>
      {report !== null && <Report report={report} />}
      <Treatment me={me} source={source} problems={errors} />
      <ProblemLine problem={general} />
      <div class="actions">
        <button class="primary" disabled={busy !== null}>
          {source === null ? t.newSource : t.save}
        </button>
        <button type="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
};

/** Sends what is in a form, for one of two ends; what is refused stands at its fields, and nothing typed is lost. */
const useSending = () => {
  const { setProblem, ...refusal } = useFormProblem();
  const [busy, setBusy] = useState<'test' | 'save' | null>(null);
  const during = async (what: 'test' | 'save', work: (entered: Entered) => Promise<void>) => {
    if (refusal.form.current === null) return;
    setBusy(what);
    try {
      await work(readForm(refusal.form.current));
      setProblem(null);
    } catch (error) {
      setProblem(toProblem(error));
    }
    setBusy(null);
  };
  return { ...refusal, during, busy };
};

type Connection = ReturnType<typeof toConnection>;

/** As it is stored where nothing of that was changed; stored credentials are never sent to another place. */
const tryOut = async (
  { settings, credentials }: Connection,
  kind: SourceKind,
  source: Source | null,
): Promise<SourceReport> => {
  if (source !== null && settings === null && credentials === null) {
    return bodyOf(await api.POST('/v1/sources/{id}/test', { params: { path: { id: source.id } } }));
  }
  const body = {
    settings: settings ?? source?.settings ?? {},
    ...(credentials !== null && { credentials }),
  };
  const params = { path: { kind: kind.name } };
  return bodyOf(await api.POST('/v1/source-kinds/{kind}/test', { params, body }));
};

const store = async (
  entered: Entered,
  kind: SourceKind,
  source: Source | null,
): Promise<string> => {
  const { settings, credentials } = toConnection(entered, kind, source);
  const given = {
    ...toTreatment(entered),
    ...(credentials !== null && { credentials }),
  };
  if (source !== null) {
    const params = { path: { id: source.id } };
    const body = { ...given, ...(settings !== null && { settings }) };
    return bodyOf(await api.PATCH('/v1/sources/{id}', { params, body })).id;
  }
  const name = toSourceName(entered.text('name'), settings);
  const named = { name, kind: kind.name, settings: settings ?? {} };
  return bodyOf(await api.POST('/v1/sources', { body: { ...given, ...named } })).id;
};
