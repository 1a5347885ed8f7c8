import { call } from '#web/api/query.ts'
import { hasText, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { moneyText } from '#web/ui/money.ts'
import { payments } from '../../contract.ts'
import type { Managed } from '../parts/answers.ts'

/** What was given back, and what a person has to do for it. */
export function Refunds({ refunds }: { refunds: Managed['refunds'] }) {
  const t = useText('payments')
  /** The reasons of payments themselves are words of theirs; others stand as they were written. */
  const reasonOf = (reason: string) => (hasText('payments', `reasons.${reason}`) ? t(`reasons.${reason}`) : reason)
  const settle = (id: string, outcome: 'succeeded' | 'failed') =>
    call(payments.settleRefund, { params: { id }, body: { outcome, note: '' } })
  return (
    <section className="pay-section" aria-label={t('refunds.title')}>
      <h3>{t('refunds.title')}</h3>
      {refunds.map(({ id, amount, reason, state, failure, createdAt, canSettle, canRetry }) => (
        <div key={id} className="pay-receipt">
          <p className="sy-row sy-wrap sy-gap-2">
            <strong>{moneyText(Number(amount))}</strong>
            <span>{t(`refundStates.${state}`)}</span>
            <span className="sy-faint">
              <DateText value={createdAt} />
            </span>
          </p>
          {reason !== '' && <p>{reasonOf(reason)}</p>}
          {failure !== '' && <p className="sy-faint">{t('page.said', { text: failure })}</p>}
          {canSettle && (
            <p className="sy-row sy-gap-2">
              <ConfirmButton type="primary" question={t('refunds.doneAsk')} onConfirm={() => settle(id, 'succeeded')}>
                {t('refunds.done')}
              </ConfirmButton>
              <ConfirmButton question={t('refunds.failedAsk')} onConfirm={() => settle(id, 'failed')}>
                {t('refunds.failed')}
              </ConfirmButton>
            </p>
          )}
          {canRetry && (
            <p>
              <ConfirmButton
                question={t('refunds.retryAsk')}
                onConfirm={() => call(payments.retryRefund, { params: { id } })}
              >
                {t('refunds.retry')}
              </ConfirmButton>
            </p>
          )}
        </div>
      ))}
    </section>
  )
}
