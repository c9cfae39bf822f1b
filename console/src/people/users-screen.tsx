import { useState } from 'preact/hooks';
import { api, bodyOf, type Me, type User } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { useAttempt } from '../ui/dialog.js';
import { Listing, Table } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { ProblemLine } from '../ui/states.js';
import { ImportPeople } from './import-people.js';
import { PeoplePage } from './people-page.js';
import { ChangeUser, InviteUser } from './user-dialogs.js';

/** A link that lets somebody into an account, with the words that belong to it. */
type Given = { email: string; token: string; kind: 'invitation' | 'password' };

/** Everybody of the organisation: invited, changed, suspended and deleted here. */
export const UsersScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const [isInviting, setInviting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [given, setGiven] = useState<Given | null>(null);
  const pages = usePages('users', async (page) => bodyOf(await api.GET('/v1/users', page)), {
    remembers: true,
  });
  const columns = [t.email, t.role, t.groups, t.columnState, t.since, t.columnActions];
  return (
    <PeoplePage
      me={me}
      action={
        <>
          <button onClick={() => setImporting(true)}>{t.importPeople}</button>
          <button class="primary" onClick={() => setInviting(true)}>
            {t.invite}
          </button>
        </>
      }
    >
      <Listing pages={pages} empty={{ title: t.noUsers }}>
        {(users) => (
          <Table columns={columns}>
            {users.map((user) => (
              <UserRow key={user.id} {...{ user, me, onGiven: setGiven }} onChange={pages.reload} />
            ))}
          </Table>
        )}
      </Listing>
      {isImporting && (
        <ImportPeople me={me} onClose={() => setImporting(false)} onDone={pages.reload} />
      )}
      {isInviting && (
        <InviteUser
          me={me}
          onClose={() => setInviting(false)}
          onInvited={(email, token) => {
            pages.reload();
            setGiven({ email, token, kind: 'invitation' });
          }}
        />
      )}
      {given !== null && (
        <SecretDialog
          title={given.kind === 'invitation' ? t.invitationFor(given.email) : t.newPasswordLink}
          text={given.kind === 'invitation' ? t.invitationText : t.passwordLinkText(given.email)}
          note={t.slugIs(me.tenant?.slug ?? '')}
          secret={`${location.origin}/#invitation=${given.token}&organisation=${me.tenant?.slug ?? ''}`}
          onClose={() => setGiven(null)}
        />
      )}
    </PeoplePage>
  );
};

/** The name, with what tells people of one name apart. */
const UserName = ({ user: { name, email, externalId } }: { user: User }) => (
  <>
    <bdi>{name ?? email}</bdi>
    {name !== null && (
      <small>
        {' '}
        <bdi>{externalId ?? email}</bdi>
      </small>
    )}
  </>
);

const createLink = async ({ id, email }: User, kind: Given['kind']): Promise<Given> => {
  const path = { params: { path: { id } } };
  const made = bodyOf(
    kind === 'invitation'
      ? await api.POST('/v1/users/{id}/invitation', path)
      : await api.POST('/v1/users/{id}/password-link', path),
  );
  const token = made.token ?? '';
  return { email, token, kind };
};

type RowProps = { user: User; me: Me; onChange: () => void; onGiven: (given: Given) => void };

const UserRow = ({ user, me, onChange, onGiven }: RowProps) => {
  const { t, format } = useWords();
  const { id, email, name, managed, activatedAt, status } = user;
  const [isOpen, setOpen] = useState<'change' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { problem, attempt } = useAttempt({ onClose: close, onDone: onChange });
  const isMe = me.user?.id === id;
  const kind = activatedAt === null ? 'invitation' : 'password';
  const give = async () => onGiven(await createLink(user, kind));
  const state = status === 'suspended' ? 'suspended' : activatedAt === null ? 'invited' : 'active';
  return (
    <tr>
      <td class="wrap">
        <UserName user={user} />
        {isMe && <small> {t.thatIsYou}</small>}
        <ProblemLine problem={problem} />
      </td>
      <td>{t.roleOf[user.role]}</td>
      <td class="wrap">
        <bdi>{user.groups.join(', ')}</bdi>
      </td>
      <td>
        <span class={`badge${BADGE[state]}`}>{t.userState[state]}</span>
      </td>
      <td>{format.day(user.createdAt)}</td>
      <td class="n">
        <RowActions
          choices={[
            [t.change, () => setOpen('change')],
            ...(managed
              ? []
              : [
                  [
                    kind === 'invitation' ? t.inviteAgain : t.newPasswordLink,
                    () => void attempt(give),
                  ] as const,
                ]),
            ...(isMe ? [] : [[t.delete, () => setOpen('delete')] as const]),
          ]}
        />
        {isOpen === 'change' && (
          <ChangeUser me={me} user={user} onClose={close} onDone={onChange} />
        )}
        {isOpen === 'delete' && (
          <DeleteDialog
            title={t.deleteUser}
            text={t.deleteUserText(name ?? email)}
            remove={() => api.DELETE('/v1/users/{id}', { params: { path: { id } } })}
            onClose={close}
            onDone={onChange}
          />
        )}
      </td>
    </tr>
  );
};

const BADGE = { active: '', invited: ' warn', suspended: ' bad' };
