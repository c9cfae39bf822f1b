import { useEffect, useState } from 'preact/hooks';
import { api, type Me } from '../api/client.js';
import { download } from '../api/download.js';
import { leave } from '../api/sign-in.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { useAttempt } from '../ui/dialog.js';
import { FactList } from '../ui/fact-list.js';
import { Field } from '../ui/field.js';
import { NewPasswordField } from '../ui/new-password-field.js';
import { PlainForm } from '../ui/plain-form.js';
import { SharedAnswers } from './shared-answers.js';
import { useMeChanged } from '../ui/me-changed.js';
import { Shell } from '../ui/shell.js';
import { LanguageSelect } from '../ui/user-menu.js';
import { ProblemLine } from '../ui/states.js';

/** One's own account: who one is here, how one signs in, and what one takes along. */
export const AccountScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const reload = useMeChanged();
  // An administrator may have changed groups or role since the console was opened.
  useEffect(reload, []);
  const facts = [
    [t.email, me.user?.email ?? ''],
    [t.organisation, me.tenant?.name ?? ''],
    [t.slug, me.tenant?.slug ?? ''],
    [t.role, me.role === 'operator' ? t.operator : t.roleOf[me.role]],
    [t.groups, (me.user?.groups ?? []).join(', ') || '–'],
  ] as const;
  return (
    <Shell me={me} title={t.account}>
      <div class="bar">
        <h1 class="grow">{t.account}</h1>
      </div>
      <div class="wide account-parts">
        <section class="card facts" aria-label={t.account}>
          <FactList facts={facts} />
          <small>
            {t.slug}: {t.slugAtSignIn}
          </small>
        </section>
        {me.permissions.includes('chat') && <OwnName me={me} />}
        <Password me={me} />
        <section class="card foot" aria-label={t.language}>
          <h2>{t.language}</h2>
          <LanguageSelect isKept={me.permissions.includes('chat')} />
        </section>
        {me.permissions.includes('chat') && <SharedAnswers />}
        <OwnData />
        <Everywhere />
      </div>
    </Shell>
  );
};

const OwnName = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const reload = useMeChanged();
  return (
    <section class="card foot" aria-label={t.name}>
      <PlainForm
        action={t.save}
        saved={t.saved}
        send={async ({ text }) => {
          const name = text('preferences.name') || null;
          await api.PATCH('/v1/me', { body: { preferences: { name } } });
          reload();
        }}
      >
        {(problems) => (
          <Field
            name="preferences.name"
            label={t.name}
            hint={t.accountNameHint}
            value={me.user?.preferences.name ?? ''}
            autocomplete="name"
            problems={problems}
          />
        )}
      </PlainForm>
    </section>
  );
};

const Password = ({ me: { hasPassword, user } }: { me: Me }) => {
  const { t } = useWords();
  const reload = useMeChanged();
  const title = hasPassword ? t.changePassword : t.setPassword;
  return (
    <section class="card foot" aria-label={title}>
      <h2>{title}</h2>
      {!hasPassword && <p class="note">{t.noPasswordYet}</p>}
      <PlainForm
        action={title}
        saved={t.passwordChanged}
        isEmptied
        send={async ({ raw }) => {
          const body = {
            ...(hasPassword && { currentPassword: raw('currentPassword') }),
            newPassword: raw('newPassword'),
          };
          await api.PUT('/v1/me/password', { body });
          reload();
        }}
      >
        {(problems) => (
          <>
            {/* By which a password manager knows whose password this is. */}
            <input type="email" autocomplete="username" value={user?.email ?? ''} readOnly hidden />
            {hasPassword && (
              <Field
                name="currentPassword"
                type="password"
                label={t.currentPassword}
                autocomplete="current-password"
                required
                problems={problems}
              />
            )}
            <NewPasswordField name="newPassword" problems={problems} />
          </>
        )}
      </PlainForm>
    </section>
  );
};

const NOTHING = { onClose: () => undefined, onDone: () => undefined };

const OwnData = () => {
  const { t } = useWords();
  const { problem, attempt } = useAttempt(NOTHING);
  return (
    <section class="card foot" aria-label={t.exportOwn}>
      <p class="muted">{t.exportOwnText}</p>
      <ProblemLine problem={problem} />
      <button onClick={() => void attempt(() => download('/v1/users/me/export', 'my-data.zip'))}>
        {t.exportOwn}
      </button>
    </section>
  );
};

const Everywhere = () => {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  return (
    <section class="card foot" aria-label={t.signOutEverywhere}>
      <p class="muted">{t.signOutEverywhereText}</p>
      <button onClick={() => setAsking(true)}>{t.signOutEverywhere}</button>
      {isAsking && (
        <DeleteDialog
          title={t.signOutEverywhere}
          text={t.signOutEverywhereText}
          action={t.signOutEverywhere}
          remove={() => api.DELETE('/v1/me/sign-ins')}
          onClose={() => setAsking(false)}
          onDone={leave}
        />
      )}
    </section>
  );
};
