import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { FileIdsField } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { TransferAccount } from '../../contract/shapes.ts'
import { payments } from '../../contract.ts'
import type { Payment } from '../parts/answers.ts'

interface Props {
  readonly payment: Payment
  readonly account: TransferAccount
}

interface Values {
  readonly payer?: string
  readonly note?: string
}

/** Where to transfer, and the receipt that is handed in afterwards. */
export function TransferStep({ payment, account }: Props) {
  const t = useText('payments')
  const [fileIds, setFileIds] = useState<string[]>([])
  const { busy, run } = useAction()
  const send = ({ payer = '', note = '' }: Values) =>
    run(
      () => call(payments.sendReceipt, { params: { id: payment.id }, body: { fileIds: [...fileIds], payer, note } }),
      { done: t('transfer.sent') },
    )
  return (
    <div className="pay-transfer">
      <h2>{t('transfer.to')}</h2>
      <Facts
        shape="rows"
        items={[
          [t('transfer.holder'), account.holder],
          [t('transfer.bank'), account.bank],
          [t('transfer.accountNumber'), account.accountNumber],
          [t('transfer.remark'), payment.number],
          account.note !== '' && [t('transfer.note'), account.note],
        ]}
      />
      <h2>{t('transfer.receipt')}</h2>
      <Form<Values> layout="vertical" requiredMark={false} onFinish={(values) => void send(values)}>
        <Form.Item label={t('transfer.files')} extra={t('transfer.filesHint')}>
          <FileIdsField max={5} fileIds={fileIds} onChange={setFileIds} />
        </Form.Item>
        <Form.Item name="payer" label={t('transfer.payer')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="note" label={t('transfer.remarks')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy} disabled={fileIds.length === 0}>
          {t('transfer.send')}
        </Button>
      </Form>
    </div>
  )
}
