import { useState } from 'preact/hooks';
import { api, bodyOf, type Group, type Me } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Listing, Table } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { ProblemLine } from '../ui/states.js';
import { AddMember } from './add-member.js';
import { PeoplePage } from './people-page.js';

/** Groups to which documents can be limited, with their members. */
export const GroupsScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const [isMaking, setMaking] = useState(false);
  const [note, setNote] = useState('');
  const pages = usePages('groups', async (page) => bodyOf(await api.GET('/v1/groups', page)), {
    remembers: true,
  });
  return (
    <PeoplePage
      me={me}
      action={
        <button class="primary" onClick={() => setMaking(true)}>
          {t.newGroup}
        </button>
      }
    >
      <p role="status" class="muted">
        {note}
      </p>
      <Listing pages={pages} empty={{ title: t.noGroups, text: t.groupsText }}>
        {(groups) => (
          <Table columns={[t.name, t.members, t.since, t.columnActions]}>
            {groups.map((group) => (
              <GroupRow key={group.id} group={group} onChange={pages.reload} say={setNote} />
            ))}
          </Table>
        )}
      </Listing>
      {isMaking && (
        <FormDialog
          title={t.newGroup}
          action={t.save}
          onClose={() => setMaking(false)}
          onDone={pages.reload}
          send={({ text }) => api.POST('/v1/groups', { body: { name: text('name') } })}
        >
          {(problems) => <NameField problems={problems} />}
        </FormDialog>
      )}
    </PeoplePage>
  );
};

type RowProps = { group: Group; onChange: () => void; say: (note: string) => void };

const GroupRow = ({ group, onChange, say }: RowProps) => {
  const { t, format } = useWords();
  const { id, name, members, createdAt } = group;
  const [isOpen, setOpen] = useState<'rename' | 'members' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const params = { params: { path: { id } } };
  const remove = async () => {
    const { documentsMadePrivate } = bodyOf(await api.DELETE('/v1/groups/{id}', params));
    say(t.groupDeleted(name, documentsMadePrivate));
  };
  return (
    <tr>
      <td class="wrap">
        <bdi>{name}</bdi>
      </td>
      <td>{t.memberCount(members)}</td>
      <td>{format.day(createdAt)}</td>
      <td class="n">
        <RowActions
          choices={[
            [t.members, () => setOpen('members')],
            [t.renameConversation, () => setOpen('rename')],
            [t.delete, () => setOpen('delete')],
          ]}
        />
        {isOpen === 'members' && <Members group={group} onClose={close} onChange={onChange} />}
        {isOpen === 'rename' && (
          <FormDialog
            title={t.renameConversation}
            action={t.save}
            onClose={close}
            onDone={onChange}
            send={({ text }) =>
              api.PATCH('/v1/groups/{id}', { ...params, body: { name: text('name') } })
            }
          >
            {(problems) => <NameField problems={problems} value={name} />}
          </FormDialog>
        )}
        {isOpen === 'delete' && (
          <DeleteDialog
            title={t.deleteGroup}
            text={t.deleteGroupText(name)}
            remove={remove}
            onClose={close}
            onDone={onChange}
          />
        )}
      </td>
    </tr>
  );
};

type NameProps = { problems: Parameters<typeof Field>[0]['problems']; value?: string };

const NameField = ({ problems = [], ...rest }: NameProps) => {
  const { t } = useWords();
  return (
    <Field
      name="name"
      label={t.name}
      hint={t.groupNameHint}
      autocomplete="off"
      required
      problems={problems}
      {...rest}
    />
  );
};

type MembersProps = { group: Group; onClose: () => void; onChange: () => void };

const Members = ({ group: { id, name }, onClose, onChange }: MembersProps) => {
  const { t } = useWords();
  const pages = usePages(`members/${id}`, async ({ params, ...page }) =>
    bodyOf(
      await api.GET('/v1/groups/{id}/members', { ...page, params: { ...params, path: { id } } }),
    ),
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const [version, setVersion] = useState(0);
  const change = async (
    work: (path: { id: string; userId: string }) => Promise<unknown>,
    userId: string,
  ) => {
    const failed = await work({ id, userId }).then(
      () => null,
      (error: unknown) => toProblem(error),
    );
    setProblem(failed);
    setVersion((now) => now + 1);
    pages.reload();
    onChange();
  };
  const add = (userId: string) =>
    void change(
      (path) => api.PUT('/v1/groups/{id}/members/{userId}', { params: { path } }),
      userId,
    );
  const remove = (userId: string) =>
    void change(
      (path) => api.DELETE('/v1/groups/{id}/members/{userId}', { params: { path } }),
      userId,
    );
  return (
    <Dialog title={t.membersOf(name)} onClose={onClose}>
      <AddMember group={name} version={version} onAdd={add} />
      <ProblemLine problem={problem} />
      <Listing pages={pages} empty={{ title: t.noMembers, text: t.addMembersText }}>
        {(users) => (
          <ul class="plain lines">
            {users.map((user) => (
              <li key={user.id}>
                <bdi class="grow wrap">{user.email}</bdi>
                <button class="quiet" onClick={() => remove(user.id)}>
                  {t.takeOut}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Listing>
      <div class="actions">
        <button onClick={onClose}>{t.close}</button>
      </div>
    </Dialog>
  );
};
