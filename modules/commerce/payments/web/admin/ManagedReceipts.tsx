import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { moneyText } from '#web/ui/money.ts'
import { payments } from '../../contract.ts'
import type { Managed } from '../parts/answers.ts'
import { ReceiptFiles } from '../parts/ReceiptFiles.tsx'

/** Receipts of a transfer; the one that waits is decided here. */
export function ManagedReceipts({ payment }: { payment: Managed }) {
  const t = useText('payments')
  const [rejectedId, setRejectedId] = useState<string>()
  const { id, receipts, canDecide, amount } = payment
  return (
    <section className="pay-section" aria-label={t('transfer.receipts')}>
      <h3>{t('transfer.receipts')}</h3>
      {receipts.map((receipt) => (
        <div key={receipt.id} className="pay-receipt">
          <p className="sy-row sy-wrap sy-gap-2">
            <strong>{t(`receiptStates.${receipt.state}`)}</strong>
            <span className="sy-faint">
              <DateText value={receipt.createdAt} />
            </span>
          </p>
          {receipt.payer !== '' && <p>{t('transfer.by', { name: receipt.payer })}</p>}
          {receipt.note !== '' && <p>{receipt.note}</p>}
          {receipt.reason !== '' && <p>{t('transfer.reason', { text: receipt.reason })}</p>}
          <ReceiptFiles files={receipt.files} />
          {canDecide && receipt.state === 'waiting' && (
            <p className="sy-row sy-gap-2">
              <ConfirmButton
                type="primary"
                question={t('decide.approveAsk', { amount: moneyText(Number(amount)) })}
                consequence={t('decide.approveHint')}
                onConfirm={() => call(payments.approveTransfer, { params: { id }, body: { receiptId: receipt.id } })}
              >
                {t('decide.approve')}
              </ConfirmButton>
              <Button onClick={() => setRejectedId(receipt.id)}>{t('decide.reject')}</Button>
            </p>
          )}
        </div>
      ))}
      {rejectedId !== undefined && (
        <FormModal<{ reason: string }, unknown>
          title={t('decide.reject')}
          hint={t('decide.rejectHint')}
          danger
          okText={t('decide.reject')}
          done={t('decide.rejected')}
          onSubmit={({ reason }) =>
            call(payments.rejectTransfer, { params: { id }, body: { receiptId: rejectedId, reason } })
          }
          onClose={() => setRejectedId(undefined)}
        >
          <Form.Item
            name="reason"
            label={t('decide.reason')}
            rules={[{ required: true, whitespace: true, message: t('decide.reasonNeeded') }]}
          >
            <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
          </Form.Item>
        </FormModal>
      )}
    </section>
  )
}
