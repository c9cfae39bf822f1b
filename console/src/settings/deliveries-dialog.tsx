import { api, bodyOf } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Dialog, useAttempt } from '../ui/dialog.js';
import { Loading, ProblemLine } from '../ui/states.js';

const NEWEST = 20;

/** The newest deliveries of a webhook, each of which can be sent once more. */
export const DeliveriesDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t, format } = useWords();
  const { value, problem, reload } = useResource(`deliveries/${id}`, async (signal) => {
    const params = { path: { id }, query: { limit: NEWEST } };
    return bodyOf(await api.GET('/v1/webhooks/{id}/deliveries', { params, signal })).items;
  });
  const again = useAttempt({ onClose: () => undefined, onDone: reload });
  const redeliver = (deliveryId: string) =>
    api.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
      params: { path: { id, deliveryId } },
    });
  return (
    <Dialog title={t.deliveries} onClose={onClose}>
      {value === null && problem === null && <Loading />}
      {value?.length === 0 && <p class="muted">{t.noDeliveries}</p>}
      <ul class="lines">
        {value?.map(({ id: deliveryId, event, status, statusCode, createdAt }) => (
          <li key={deliveryId}>
            <span class="grow wrap">
              <code>{event}</code>
              <small class="summary">
                {format.minute(createdAt)}
                {statusCode !== null && ` · HTTP ${statusCode}`}
              </small>
            </span>
            <span class={`badge${status === 'failed' ? ' bad' : ''}`}>
              {t.deliveryState[status]}
            </span>
            {status !== 'withheld' && status !== 'waiting' && (
              <button class="quiet" onClick={() => void again.attempt(() => redeliver(deliveryId))}>
                {t.redeliver}
              </button>
            )}
          </li>
        ))}
      </ul>
      <ProblemLine problem={problem ?? again.problem} />
      <div class="actions">
        <button onClick={onClose}>{t.close}</button>
      </div>
    </Dialog>
  );
};
