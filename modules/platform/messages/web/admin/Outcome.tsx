import { Button, Tag } from 'antd'
import type { Output } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { messages } from '../../contract.ts'

type Delivery = Output<typeof messages.deliveries>['items'][number]

const colors = { queued: 'default', sending: 'default', sent: 'success', failed: 'error', suppressed: 'warning' }

/** The result, with the reason of a failure. */
export function Outcome({ delivery }: { delivery: Delivery }) {
  const t = useText('messages')
  const { id, state, reason, error, attempts, dueAt, finishedAt } = delivery
  return (
    <div className="sy-row sy-wrap ms-outcome">
      <Tag color={colors[state]}>{t(`deliveries.state.${state}`)}</Tag>
      {reason !== null && <span>{t(`deliveries.reason.${reason}`)}</span>}
      {state === 'queued' && dueAt !== null && (
        <span className="sy-faint">
          {t('deliveries.dueAt')} <DateText value={dueAt} />
        </span>
      )}
      {state === 'sent' && (
        <span className="sy-faint">
          <DateText value={finishedAt} style="second" />
        </span>
      )}
      {attempts > 1 && <span className="sy-faint">{t('deliveries.attempts', { count: attempts })}</span>}
      {state === 'failed' && <RetryButton id={id} />}
      {error !== null && <code>{error}</code>}
    </div>
  )
}

function RetryButton({ id }: { id: string }) {
  const t = useText('messages')
  const { busy, run } = useAction()
  const retry = () => run(() => call(messages.retryDelivery, { params: { id } }), { done: t('deliveries.retried') })
  return (
    <Button size="small" loading={busy} onClick={() => void retry()}>
      {t('deliveries.retry')}
    </Button>
  )
}
