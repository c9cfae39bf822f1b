import { useState } from 'preact/hooks';
import { api, bodyOf, type Me, type Tenant } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { useAttempt } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Listing, Table } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { ProblemLine } from '../ui/states.js';
import { ChangeLimits } from './change-limits.js';
import { TenantsPage } from './tenants-page.js';

/** Every organisation of this server: made, suspended and limited here. Nothing that they wrote is shown. */
export const TenantsScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const [isMaking, setMaking] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const pages = usePages('tenants', async (page) => bodyOf(await api.GET('/v1/tenants', page)));
  const columns = [t.slug, t.columnState, t.since, t.navDocuments, t.users, t.columnActions];
  return (
    <TenantsPage
      me={me}
      action={
        <button class="primary" onClick={() => setMaking(true)}>
          {t.newTenant}
        </button>
      }
    >
      <Listing pages={pages} empty={{ title: t.noTenants }}>
        {(tenants) => (
          <Table columns={columns}>
            {tenants.map((tenant) => (
              <TenantRow key={tenant.id} tenant={tenant} onChange={pages.reload} />
            ))}
          </Table>
        )}
      </Listing>
      {isMaking && (
        <NewTenant
          onClose={() => setMaking(false)}
          onMade={(apiKey) => {
            pages.reload();
            setKey(apiKey);
          }}
        />
      )}
      {key !== null && (
        <SecretDialog
          title={t.firstAdminKey}
          text={t.firstAdminKeyText}
          secret={key}
          onClose={() => setKey(null)}
        />
      )}
    </TenantsPage>
  );
};

const BADGE = { active: '', suspended: ' bad', deleting: ' warn' };

type RowProps = { tenant: Tenant; onChange: () => void };

const TenantRow = ({ tenant, onChange }: RowProps) => {
  const { t, format } = useWords();
  const { id, slug, status, createdAt, limits } = tenant;
  const [isOpen, setOpen] = useState<'limits' | 'suspend' | null>(null);
  const close = () => setOpen(null);
  const { problem, attempt } = useAttempt({ onClose: close, onDone: onChange });
  const set = (next: 'active' | 'suspended') =>
    api.PATCH('/v1/tenants/{id}', { params: { path: { id } }, body: { status: next } });
  const ofState =
    status === 'suspended'
      ? ([t.resume, () => void attempt(() => set('active'))] as const)
      : ([t.suspend, () => setOpen('suspend')] as const);
  return (
    <tr>
      <td class="wrap">
        <bdi>{slug}</bdi>
        <ProblemLine problem={problem} />
      </td>
      <td>
        <span class={`badge${BADGE[status]}`}>{t.tenantStatus[status]}</span>
      </td>
      <td>{format.day(createdAt)}</td>
      <td>≤ {t.documentCount(limits.documents)}</td>
      <td>≤ {t.memberCount(limits.users)}</td>
      <td class="n">
        <RowActions
          choices={status === 'deleting' ? [] : [[t.limits, () => setOpen('limits')], ofState]}
        />
        {isOpen === 'limits' && <ChangeLimits tenant={tenant} onClose={close} onDone={onChange} />}
        {isOpen === 'suspend' && (
          <DeleteDialog
            title={t.suspend}
            text={t.suspendText(slug)}
            action={t.suspend}
            remove={() => set('suspended')}
            onClose={close}
            onDone={onChange}
          />
        )}
      </td>
    </tr>
  );
};

type NewProps = { onClose: () => void; onMade: (apiKey: string) => void };

const NewTenant = ({ onClose, onMade }: NewProps) => {
  const { t } = useWords();
  return (
    <FormDialog
      title={t.newTenant}
      action={t.save}
      onClose={onClose}
      send={async ({ text }) => {
        const body = {
          slug: text('slug'),
          name: text('name'),
          admin: { email: text('admin.email') },
        };
        onMade(bodyOf(await api.POST('/v1/tenants', { body })).apiKey);
      }}
    >
      {(problems) => {
        const shared = { autocomplete: 'off', required: true, problems };
        return (
          <>
            <Field name="slug" label={t.slug} hint={t.tenantSlugHint} {...shared} />
            <Field name="name" label={t.organisationName} {...shared} />
            <Field name="admin.email" label={t.firstAdminEmail} {...shared} />
          </>
        );
      }}
    </FormDialog>
  );
};
