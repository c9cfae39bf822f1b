import { useState } from 'preact/hooks';
import { api, bodyOf, type ApiKey, type Me } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { Field } from '../ui/field.js';
import { Boxes, FormDialog, SelectField } from '../ui/form-dialog.js';
import { Listing, Table } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { Addresses } from './addresses.js';
import { PeoplePage } from './people-page.js';

/** Keys for programs: made, looked through and revoked here. */
export const KeysScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const pages = usePages('keys', async (page) => bodyOf(await api.GET('/v1/api-keys', page)), {
    remembers: true,
  });
  const holders = useHolders();
  const columns = [t.name, t.holder, t.permissions, t.columnState, t.lastUsed, t.columnActions];
  return (
    <PeoplePage
      me={me}
      action={
        <button class="primary" onClick={() => setMaking(true)}>
          {t.newKey}
        </button>
      }
    >
      <Listing pages={pages} empty={{ title: t.noKeys }}>
        {(keys) => (
          <Table columns={columns}>
            {keys.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                holder={holders.get(key.userId) ?? null}
                onChange={pages.reload}
              />
            ))}
          </Table>
        )}
      </Listing>
      <Addresses me={me} />
      {isMaking && (
        <NewKey
          me={me}
          onClose={() => setMaking(false)}
          onMade={(apiKey) => {
            pages.reload();
            setSecret(apiKey);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t.newKey}
          text={t.newKeyText}
          secret={secret}
          onClose={() => setSecret(null)}
        >
          <Addresses me={me} />
        </SecretDialog>
      )}
    </PeoplePage>
  );
};

/** The addresses of the first hundred users, by id. */
const useHolders = (): ReadonlyMap<string, string> => {
  const users = useResource('holders', async (signal) =>
    bodyOf(await api.GET('/v1/users', { params: { query: { limit: 100 } }, signal })),
  );
  return new Map((users.value?.items ?? []).map(({ id, email }) => [id, email]));
};

const stateOf = ({ revokedAt, expiresAt, confirmedAt }: ApiKey) => {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && new Date(expiresAt) <= new Date()) return 'expired';
  return confirmedAt === null ? 'unconfirmed' : 'active';
};

type RowProps = { apiKey: ApiKey; holder: string | null; onChange: () => void };

const KeyRow = ({ apiKey, holder, onChange }: RowProps) => {
  const { t, format } = useWords();
  const { id, name, prefix, permissions, lastUsedAt, expiresAt, filter } = apiKey;
  const [isRevoking, setRevoking] = useState(false);
  const state = stateOf(apiKey);
  const isOver = state === 'revoked' || state === 'expired';
  return (
    <tr>
      <td class="wrap">
        <bdi>{name}</bdi>
        <br />
        <small>
          <code>{prefix}…</code>
        </small>
      </td>
      <td class="wrap">
        <bdi>{holder ?? '–'}</bdi>
        {apiKey.kind === 'service' && <small> · {t.keyKinds.service}</small>}
      </td>
      <td class="wrap">
        {permissions.map((permission) => t.permissionOf[permission]).join(', ')}
        {filter !== null && <small> · {t.limitedKey}</small>}
      </td>
      <td>
        <span class={`badge${isOver ? ' bad' : state === 'unconfirmed' ? ' warn' : ''}`}>
          {t.keyState[state]}
        </span>
        {state === 'active' && expiresAt !== null && (
          <small> {t.until(format.day(expiresAt))}</small>
        )}
      </td>
      <td>{lastUsedAt === null ? t.never : format.day(lastUsedAt)}</td>
      <td class="n">
        <RowActions choices={isOver ? [] : [[t.revoke, () => setRevoking(true)]]} />
        {isRevoking && (
          <DeleteDialog
            title={t.revoke}
            text={t.revokeText(name)}
            action={t.revoke}
            remove={() => api.DELETE('/v1/api-keys/{id}', { params: { path: { id } } })}
            onClose={() => setRevoking(false)}
            onDone={onChange}
          />
        )}
      </td>
    </tr>
  );
};

const DAYS = ['30', '90', '365', ''] as const;
const DAY_MS = 86_400_000;
/** Beyond what the holder's role may do: an administrator gives them to a key. */
const GRANTED = ['act_for_users', 'tokens', 'tasks', 'webhooks'] as const;
const KINDS = ['personal', 'service'] as const;

type NewProps = { me: Me; onClose: () => void; onMade: (apiKey: string) => void };

const NewKey = ({ me, onClose, onMade }: NewProps) => {
  const { t } = useWords();
  const known = [...new Set([...me.permissions, ...GRANTED])];
  return (
    <FormDialog
      title={t.newKey}
      action={t.save}
      onClose={onClose}
      send={async ({ text, all }) => {
        const chosen = all('permissions');
        const days = Number(text('days'));
        const body = {
          name: text('name'),
          kind: KINDS.find((kind) => kind === text('kind')) ?? 'personal',
          permissions: known.filter((permission) => chosen.includes(permission)),
          assistantIds: [],
          ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
        };
        onMade(bodyOf(await api.POST('/v1/api-keys', { body })).apiKey ?? '');
      }}
    >
      {(problems) => (
        <>
          <Field
            name="name"
            label={t.name}
            hint={t.keyNameHint}
            autocomplete="off"
            required
            problems={problems}
          />
          <SelectField
            name="kind"
            label={t.keyKind}
            options={KINDS.map((kind) => [kind, t.keyKinds[kind]])}
            value="personal"
          />
          <Boxes
            name="permissions"
            label={t.permissions}
            options={known.map((permission) => [permission, t.permissionOf[permission]])}
            chosen={['chat', 'search']}
          />
          <SelectField
            name="days"
            label={t.expires}
            options={DAYS.map((days) => [days, days === '' ? t.neverExpires : t.inDays(+days)])}
            value="90"
          />
        </>
      )}
    </FormDialog>
  );
};
