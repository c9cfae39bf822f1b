import { useState } from 'preact/hooks';
import { api, bodyOf, type IdentityProvider as Provider, type Me } from '../api/client.js';
import { toProblem, type FieldProblem, type Problem } from '../api/problem.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Empty, Failed, Loading } from '../ui/states.js';
import { PeoplePage } from './people-page.js';
import { FactList } from '../ui/fact-list.js';

/** The identity provider by which people of the company sign in. */
export const CompanySignInScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const provider = useResource('sign-in', async (signal) => ({
    set: await readProvider(signal),
  }));
  const [isOpen, setOpen] = useState<'change' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const set = provider.value?.set ?? null;
  return (
    <PeoplePage
      me={me}
      action={
        <button
          class="primary"
          disabled={provider.value === null}
          onClick={() => setOpen('change')}
        >
          {set === null ? t.setUp : t.change}
        </button>
      }
    >
      <Shown problem={provider.problem} isThere={provider.value !== null} set={set} />
      {set !== null && (
        <div class="actions">
          <button onClick={() => setOpen('delete')}>{t.delete}</button>
        </div>
      )}
      {isOpen === 'change' && <ChangeProvider set={set} onClose={close} onDone={provider.reload} />}
      {isOpen === 'delete' && (
        <DeleteDialog
          title={t.companySignIn}
          text={t.deleteSignInText}
          remove={() => api.DELETE('/v1/tenant/sign-in')}
          onClose={close}
          onDone={provider.reload}
        />
      )}
    </PeoplePage>
  );
};

/** Absent is no failure here: most organisations have none. */
const readProvider = async (signal: AbortSignal): Promise<Provider | null> => {
  try {
    return bodyOf(await api.GET('/v1/tenant/sign-in', { signal }));
  } catch (error) {
    if (toProblem(error).code === 'not_found') return null;
    throw error;
  }
};

type ShownProps = { problem: Problem | null; isThere: boolean; set: Provider | null };

const Shown = ({ problem, isThere, set }: ShownProps) => {
  const { t } = useWords();
  if (problem !== null) return <Failed problem={problem} />;
  if (!isThere) return <Loading />;
  if (set === null) return <Empty title={t.noCompanySignIn} text={t.companySignInText} />;
  const facts = [
    [t.issuer, set.issuer],
    [t.clientId, set.clientId],
    [t.groupsClaim, set.groupsClaim ?? '–'],
    [t.emailDomains, set.allowedEmailDomains.join(', ') || '–'],
  ] as const;
  return (
    <div class="card facts">
      <FactList facts={facts} />
    </div>
  );
};

type ChangeProps = { set: Provider | null; onClose: () => void; onDone: () => void };

const ChangeProvider = ({ set, onClose, onDone }: ChangeProps) => {
  const { t } = useWords();
  return (
    <FormDialog
      title={t.companySignIn}
      action={t.save}
      onClose={onClose}
      onDone={onDone}
      send={({ text }) =>
        api.PUT('/v1/tenant/sign-in', {
          body: {
            issuer: text('issuer'),
            clientId: text('clientId'),
            clientSecret: text('clientSecret'),
            groupsClaim: text('groupsClaim') || null,
            // Set over the API, and kept as they are.
            roleClaim: set?.roleClaim ?? null,
            roleMapping: set?.roleMapping ?? {},
            allowedEmailDomains: text('allowedEmailDomains')
              .split(/[\s,;]+/u)
              .filter(Boolean),
          },
        })
      }
    >
      {(problems) => <ProviderFields set={set} problems={problems} />}
    </FormDialog>
  );
};

type FieldsProps = { set: Provider | null; problems: readonly FieldProblem[] };

const ProviderFields = ({ set, problems }: FieldsProps) => {
  const { t } = useWords();
  const shared = { autocomplete: 'off', problems };
  return (
    <>
      <Field
        name="issuer"
        label={t.issuer}
        hint={t.issuerHint}
        value={set?.issuer ?? ''}
        required
        {...shared}
      />
      <Field name="clientId" label={t.clientId} value={set?.clientId ?? ''} required {...shared} />
      <Field
        name="clientSecret"
        type="password"
        label={t.clientSecret}
        hint={t.clientSecretHint}
        required
        {...shared}
      />
      <Field
        name="groupsClaim"
        label={t.groupsClaim}
        hint={t.groupsClaimHint}
        value={set?.groupsClaim ?? ''}
        {...shared}
      />
      <Field
        name="allowedEmailDomains"
        label={t.emailDomains}
        hint={t.emailDomainsHint}
        value={set?.allowedEmailDomains.join(', ') ?? ''}
        {...shared}
      />
    </>
  );
};
