import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { Payment } from '../parts/answers.ts'
import { ReceiptFiles } from '../parts/ReceiptFiles.tsx'

/** What was handed in, the latest first, and what was said to it. */
export function Receipts({ receipts }: { receipts: Payment['receipts'] }) {
  const t = useText('payments')
  return (
    <section className="sy-card pay-card" aria-label={t('transfer.receipts')}>
      <h2>{t('transfer.receipts')}</h2>
      {receipts.map(({ id, state, files, reason, createdAt }) => (
        <div key={id} className="pay-receipt">
          <p className="sy-row sy-wrap sy-gap-2">
            <strong>{t(`receiptStates.${state}`)}</strong>
            <span className="sy-faint">
              <DateText value={createdAt} />
            </span>
          </p>
          {reason !== '' && <p>{t('transfer.reason', { text: reason })}</p>}
          <ReceiptFiles files={files} />
        </div>
      ))}
    </section>
  )
}
