import { useState } from 'preact/hooks';
import { toProblem, type FieldProblem, type Problem } from '../api/problem.js';
import { signIn } from '../api/sign-in.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { NewPasswordField } from '../ui/new-password-field.js';
import { useFormProblem } from '../ui/form-problem.js';
import { useProblemText } from '../ui/states.js';

export const WAYS = ['password', 'key', 'provider', 'invitation'] as const;
export type Way = (typeof WAYS)[number];

type Props = { way: Way; invitation: string; organisation: string };

/** The form of one way in, which says what the server refused in the words of that way. */
export const WayForm = ({ way, invitation, organisation }: Props) => {
  const { t } = useWords();
  const said = useRefusal(way);
  const { form, problem, errors: problems, general, setProblem } = useFormProblem();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // The handler stands on a form alone.
    const entered = new FormData(event.currentTarget as HTMLFormElement);
    const values = [...entered].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ]);
    setBusy(true);
    try {
      await send(way, Object.fromEntries(values) as Record<string, string>);
    } catch (error) {
      setProblem(toProblem(error));
      setBusy(false);
    }
  };
  const needsNew = problem?.code === 'password_change_required';
  return (
    <form ref={form} onSubmit={(event) => void submit(event)}>
      {way === 'password' && <PasswordFields {...{ problems, needsNew, organisation }} />}
      {way === 'provider' && <OrganisationField {...{ problems, organisation }} />}
      {way === 'key' && (
        <Field
          name="key"
          type="password"
          label={t.apiKey}
          hint={t.apiKeyHint}
          autocomplete="off"
          required
        />
      )}
      {way === 'invitation' && organisation !== '' && <p>{t.invitationJoin(organisation)}</p>}
      {way === 'invitation' && <InvitationFields {...{ problems, invitation }} />}
      {general !== null && (
        <p class="why" role="alert">
          {said(general)}
        </p>
      )}
      <button class="primary" disabled={isBusy}>
        {way === 'provider' ? t.toProvider : t.signInTitle}
      </button>
    </form>
  );
};

const useRefusal = (way: Way) => {
  const { t } = useWords();
  const text = useProblemText();
  const wrong = {
    password: t.wrongCredentials,
    key: t.wrongKey,
    provider: t.wrongCredentials,
    invitation: t.wrongInvitation,
  }[way];
  return (problem: Problem): string => {
    if (problem.code === 'password_change_required') return t.newPasswordNeeded;
    return REFUSALS.has(problem.code) ? wrong : text(problem);
  };
};

const REFUSALS: ReadonlySet<string> = new Set([
  'unauthenticated',
  'credential_malformed',
  'credential_expired',
  'credential_missing',
  'gone',
]);

type FieldsProps = { problems: readonly FieldProblem[] };

type OrganisationProps = FieldsProps & { organisation: string };

const OrganisationField = ({ problems, organisation }: OrganisationProps) => {
  const { t } = useWords();
  return (
    <Field
      name="tenant"
      label={t.organisation}
      hint={t.organisationHint}
      value={organisation}
      autocomplete="organization"
      required
      problems={problems}
    />
  );
};

type PasswordProps = OrganisationProps & { needsNew: boolean };

const PasswordFields = ({ problems, needsNew, organisation }: PasswordProps) => {
  const { t } = useWords();
  const shared = { required: true, problems };
  return (
    <>
      <OrganisationField {...{ problems, organisation }} />
      <Field name="email" label={t.email} autocomplete="username" {...shared} />
      <Field
        name="password"
        type="password"
        label={t.password}
        autocomplete="current-password"
        {...shared}
      />
      {needsNew && <NewPasswordField name="newPassword" />}
    </>
  );
};

const InvitationFields = ({ problems, invitation }: FieldsProps & { invitation: string }) => {
  const { t } = useWords();
  return (
    <>
      <Field
        name="token"
        label={t.invitation}
        hint={t.invitationHint}
        value={invitation}
        autocomplete="off"
        required
        problems={problems}
      />
      <NewPasswordField name="password" problems={problems} />
    </>
  );
};

/** A pasted line may have brought spaces along; a password is what was typed. */
const send = async (way: Way, values: Record<string, string>): Promise<void> => {
  const { key = '', tenant = '', email = '', token = '', ...passwords } = values;
  const named = (name: string) => name.trim();
  // The short name has small letters alone, however a person writes it.
  const organisation = named(tenant).toLowerCase();
  switch (way) {
    case 'password':
      await signIn('/v1/auth/login', { tenant: organisation, email: named(email), ...passwords });
      break;
    case 'key':
      await signIn('/v1/auth/key', {}, named(key));
      break;
    case 'invitation':
      await signIn('/v1/auth/accept', { token: named(token), ...passwords });
      break;
    case 'provider':
      location.assign(`/v1/auth/oidc/${encodeURIComponent(organisation)}?to=console`);
  }
};
