import { api, bodyOf, type Me, type User } from '../api/client.js';
import { useGroupNames } from '../api/group-names.js';
import { useWords } from '../i18n/index.js';
import { Field } from '../ui/field.js';
import { Boxes, FormDialog, SelectField } from '../ui/form-dialog.js';

const ROLES = ['member', 'admin'] as const;
const STATUSES = ['active', 'suspended'] as const;

type InviteProps = {
  me: Me;
  onClose: () => void;
  onInvited: (email: string, token: string) => void;
};

export const InviteUser = ({ me, onClose, onInvited }: InviteProps) => {
  const { t } = useWords();
  const names = useGroupNames(me);
  const roles = useRoles();
  return (
    <FormDialog
      title={t.invite}
      action={t.invite}
      onClose={onClose}
      send={async ({ text, all }) => {
        const body = {
          email: text('email'),
          role: ROLES.find((role) => role === text('role')) ?? 'member',
          groups: all('groups'),
        };
        const { email, invitation } = bodyOf(await api.POST('/v1/users', { body }));
        onInvited(email, invitation?.token ?? '');
      }}
    >
      {(problems) => (
        <>
          <Field name="email" label={t.email} autocomplete="off" required problems={problems} />
          <SelectField name="role" label={t.role} options={roles} />
          <GroupBoxes names={names} chosen={[]} />
        </>
      )}
    </FormDialog>
  );
};

type ChangeProps = { me: Me; user: User; onClose: () => void; onDone: () => void };

export const ChangeUser = ({ me, user, onClose, onDone }: ChangeProps) => {
  const { t } = useWords();
  const names = useGroupNames(me);
  const roles = useRoles();
  return (
    <FormDialog
      title={user.email}
      action={t.save}
      onClose={onClose}
      onDone={onDone}
      send={({ text, all }) =>
        api.PATCH('/v1/users/{id}', {
          params: { path: { id: user.id } },
          body: {
            role: ROLES.find((role) => role === text('role')) ?? user.role,
            status: STATUSES.find((status) => status === text('status')) ?? user.status,
            groups: all('groups'),
          },
        })
      }
    >
      {() => (
        <>
          <SelectField name="role" label={t.role} options={roles} value={user.role} />
          <SelectField
            name="status"
            label={t.columnState}
            options={STATUSES.map((status) => [status, t.userState[status]])}
            value={user.status}
          />
          <GroupBoxes names={[...new Set([...names, ...user.groups])]} chosen={user.groups} />
        </>
      )}
    </FormDialog>
  );
};

const useRoles = () => {
  const { t } = useWords();
  return ROLES.map((role) => [role, t.roleOf[role]] as const);
};

const GroupBoxes = ({ names, chosen }: { names: readonly string[]; chosen: readonly string[] }) => {
  const { t } = useWords();
  return (
    <Boxes
      // Once the names are there, for what is ticked is decided when a box appears.
      key={names.join()}
      name="groups"
      label={t.groups}
      options={names.map((name) => [name, name])}
      chosen={chosen}
      none={t.noGroups}
    />
  );
};
