import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { moneyText } from '#web/ui/money.ts'
import { payments } from '../../contract.ts'
import type { Managed } from '../parts/answers.ts'
import { SaidText } from '../parts/SaidText.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { ManagedReceipts } from './ManagedReceipts.tsx'
import { Refunds } from './Refunds.tsx'

/** One payment with its receipts, refunds, and what the provider said. */
export function PaymentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('payments')
  const { data, isError, error, refetch } = useQuery(q(payments.managedPayment, { params: { id } }, { quiet: true }))
  return (
    <Drawer open size={640} title={t('manage.one')} onClose={onClose}>
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <LoadingState rows={6} />}
      {data && (
        <div className="sy-column sy-gap-4">
          <Facts
            shape="rows"
            items={[
              [t('fields.state'), <StateTag key="state" state={data.state} counts={data.counts} />],
              [t('fields.number'), data.number],
              [t('fields.subject'), data.subject],
              [t('fields.buyer'), data.memberName],
              [t('fields.amount'), moneyText(Number(data.amount))],
              [t('fields.refunded'), moneyText(Number(data.refunded))],
              [t('fields.provider'), t(`providers.${data.provider}`)],
              [t('fields.createdAt'), <DateText key="created" value={data.createdAt} />],
              [t('fields.expiresAt'), <DateText key="expires" value={data.expiresAt} />],
              data.paidAt !== null && [t('fields.paidAt'), <DateText key="paid" value={data.paidAt} />],
              [t('fields.tradeNumber'), <code key="trade">{data.tradeNumber}</code>],
              data.providerReference !== '' && [
                t('fields.providerReference'),
                <code key="reference">{data.providerReference}</code>,
              ],
              data.failure !== '' && [t('fields.failure'), data.failure],
            ]}
          />
          {data.receipts.length > 0 && <ManagedReceipts payment={data} />}
          {data.refunds.length > 0 && <Refunds refunds={data.refunds} />}
          <Callbacks callbacks={data.callbacks} />
        </div>
      )}
    </Drawer>
  )
}

function Callbacks({ callbacks }: { callbacks: Managed['callbacks'] }) {
  const t = useText('payments')
  return (
    <section className="pay-section" aria-label={t('callbacks.title')}>
      <h3>{t('callbacks.title')}</h3>
      {callbacks.length === 0 && <EmptyState small title={t('callbacks.none')} />}
      {callbacks.map(({ id, outcome, said, source, receivedAt }) => (
        <p key={id} className="pay-receipt">
          <span className="sy-row sy-wrap sy-gap-2">
            <strong>{t(`outcomes.${outcome}`)}</strong>
            <span className="sy-faint">
              {t(`sources.${source}`)} · <DateText value={receivedAt} />
            </span>
          </span>
          <span className="sy-faint">
            <SaidText said={said} />
          </span>
        </p>
      ))}
    </section>
  )
}
