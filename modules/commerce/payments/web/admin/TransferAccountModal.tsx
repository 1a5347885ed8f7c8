import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { TransferAccount } from '../../contract/shapes.ts'
import { payments } from '../../contract.ts'

/** The account to which buyers transfer. Without one nobody can choose a transfer. */
export function TransferAccountModal({ onClose }: { onClose: () => void }) {
  const t = useText('payments')
  const { data } = useQuery(q(payments.transferAccount))
  if (!data) return null
  const isThere = data.account !== null
  const remove = async () => {
    await call(payments.setTransferAccount, { body: { account: null } })
    onClose()
  }
  return (
    <FormModal<TransferAccount, unknown>
      title={t('account.title')}
      hint={t('account.hint')}
      initialValues={data.account ?? { note: '' }}
      done={t('account.saved')}
      onSubmit={({ note = '', ...account }) =>
        call(payments.setTransferAccount, { body: { account: { ...account, note } } })
      }
      footer={
        isThere && (
          <ConfirmButton
            danger
            question={t('account.removeAsk')}
            consequence={t('account.removeHint')}
            onConfirm={remove}
          >
            {t('account.remove')}
          </ConfirmButton>
        )
      }
      onClose={onClose}
    >
      <Form.Item
        name="holder"
        label={t('transfer.holder')}
        rules={[{ required: true, whitespace: true, message: t('account.needed') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item
        name="bank"
        label={t('transfer.bank')}
        rules={[{ required: true, whitespace: true, message: t('account.needed') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item
        name="accountNumber"
        label={t('transfer.accountNumber')}
        rules={[{ required: true, whitespace: true, message: t('account.needed') }]}
      >
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="note" label={t('transfer.note')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormModal>
  )
}
