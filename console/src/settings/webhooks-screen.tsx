import { useState } from 'preact/hooks';
import { api, bodyOf, type Me, type Webhook } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { useAttempt } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Boxes, FormDialog } from '../ui/form-dialog.js';
import { Listing, Table } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { ProblemLine } from '../ui/states.js';
import { DeliveriesDialog } from './deliveries-dialog.js';
import { SettingsPage } from './settings-page.js';

/** Addresses that are told of what happens. */
export const WebhooksScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const pages = usePages('webhooks', async (page) => bodyOf(await api.GET('/v1/webhooks', page)), {
    remembers: true,
  });
  return (
    <SettingsPage
      me={me}
      action={
        <button class="primary" onClick={() => setMaking(true)}>
          {t.newWebhook}
        </button>
      }
    >
      <Listing pages={pages} empty={{ title: t.noWebhooks, text: t.webhooksText }}>
        {(webhooks) => (
          <Table columns={[t.address, t.events, t.columnState, t.columnActions]}>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onChange={pages.reload}
                onSecret={setSecret}
              />
            ))}
          </Table>
        )}
      </Listing>
      {isMaking && (
        <NewWebhook
          onClose={() => setMaking(false)}
          onMade={(made) => {
            pages.reload();
            setSecret(made);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t.webhookSecret}
          text={t.webhookSecretText}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </SettingsPage>
  );
};

type RowProps = { webhook: Webhook; onChange: () => void; onSecret: (secret: string) => void };

const WebhookRow = ({ webhook, onChange, onSecret }: RowProps) => {
  const { t } = useWords();
  const { id, url, events, enabled, offReason, failingSince } = webhook;
  const [isOpen, setOpen] = useState<'delete' | 'deliveries' | null>(null);
  const [note, setNote] = useState('');
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: onChange });
  const params = { params: { path: { id } } };
  const choices: (readonly [string, () => Promise<unknown>])[] = [
    [t.sendTest, () => api.POST('/v1/webhooks/{id}/test', params).then(() => setNote(t.testSent))],
    [
      enabled ? t.switchOff : t.switchOn,
      () => api.PATCH('/v1/webhooks/{id}', { ...params, body: { enabled: !enabled } }),
    ],
    [
      t.newSecret,
      async () => onSecret(bodyOf(await api.POST('/v1/webhooks/{id}/secret', params)).secret),
    ],
  ];
  const state = offReason ?? (failingSince === null ? 'working' : 'failing');
  return (
    <tr>
      <td class="wrap">
        <bdi>{url}</bdi>
        <small role="status"> {note}</small>
        <ProblemLine problem={problem} />
      </td>
      <td class="wrap">{events.map((event) => t.eventOf[event]).join(', ')}</td>
      <td>
        <span class={`badge${state === 'working' ? '' : ' bad'}`}>{t.webhookState[state]}</span>
      </td>
      <td class="n">
        <RowActions
          choices={[
            ...choices.map(([name, work]) => [name, () => void attempt(work)] as const),
            [t.deliveries, () => setOpen('deliveries')],
            [t.delete, () => setOpen('delete')],
          ]}
        />
        {isOpen === 'deliveries' && <DeliveriesDialog id={id} onClose={() => setOpen(null)} />}
        {isOpen === 'delete' && (
          <DeleteDialog
            title={t.deleteWebhook}
            text={t.deleteWebhookText(url)}
            remove={() => api.DELETE('/v1/webhooks/{id}', params)}
            onClose={() => setOpen(null)}
            onDone={onChange}
          />
        )}
      </td>
    </tr>
  );
};

const EVENTS = [
  ...(['document.ready', 'document.failed', 'document.deleted'] as const),
  ...(['answer.feedback', 'batch.completed'] as const),
  ...(['source.run_finished', 'source.run_failed'] as const),
];

type NewProps = { onClose: () => void; onMade: (secret: string) => void };

const NewWebhook = ({ onClose, onMade }: NewProps) => {
  const { t } = useWords();
  return (
    <FormDialog
      title={t.newWebhook}
      action={t.save}
      onClose={onClose}
      send={async ({ text, all }) => {
        const chosen = all('events');
        const events = EVENTS.filter((event) => chosen.includes(event));
        const body = { url: text('url'), events };
        onMade(bodyOf(await api.POST('/v1/webhooks', { body })).secret ?? '');
      }}
    >
      {(problems) => (
        <>
          <Field
            name="url"
            label={t.address}
            hint={t.webhookAddressHint}
            autocomplete="off"
            required
            problems={problems}
          />
          <Boxes
            name="events"
            label={t.events}
            options={EVENTS.map((event) => [event, t.eventOf[event]])}
            chosen={['document.ready', 'document.failed']}
          />
        </>
      )}
    </FormDialog>
  );
};
