import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { moneyText } from '#web/ui/money.ts'
import { INVOICE_NUMBER_TAKEN } from '../../contract/codes.ts'
import { invoiceNumberPattern, type ManagedInvoiceDetails, reasonLengthMax } from '../../contract/managed.ts'
import { invoices } from '../../contract.ts'

const handles = { handles: [INVOICE_NUMBER_TAKEN] }

export function RejectModal({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('invoices')
  return (
    <FormModal<{ reason: string }, unknown>
      title={t('managed.reject')}
      okText={t('managed.reject')}
      danger
      onSubmit={(body) => call(invoices.rejectInvoice, { params: { id }, body })}
      done={t('managed.rejected')}
      onClose={onClose}
    >
      <ReasonField label={t('managed.reason')} needed={t('managed.reasonNeeded')} maxLength={reasonLengthMax} />
    </FormModal>
  )
}

function NumberInput({ name, label }: { name: string; label: string }) {
  const t = useText('invoices')
  return (
    <Form.Item
      name={name}
      label={label}
      extra={t('managed.numberHint')}
      rules={[{ required: true, pattern: new RegExp(invoiceNumberPattern), message: t('managed.numberWrong') }]}
    >
      <Input maxLength={20} inputMode="numeric" />
    </Form.Item>
  )
}

interface Props {
  readonly invoice: ManagedInvoiceDetails
  readonly onClose: () => void
}

interface IssueValues {
  readonly invoiceNumber: string
  readonly expressCompany?: string
  readonly expressNumber?: string
}

/** Records the issued invoice: with its PDF where it is electronic, with the express where it is on paper. */
export function IssueModal({ invoice, onClose }: Props) {
  const t = useText('invoices')
  const [fileId, setFileId] = useState<string>()
  const [isUploading, setUploading] = useState(false)
  const isPaper = invoice.invoiceMedium === 'paper'
  const params = { id: invoice.id }
  return (
    <FormModal<IssueValues, unknown>
      title={t('managed.issue')}
      hint={t(isPaper ? 'managed.paperHint' : 'managed.pdfHint')}
      disabled={isUploading || (!isPaper && fileId === undefined)}
      onSubmit={(values) => call(invoices.issueInvoice, { params, body: { ...values, fileId } }, handles)}
      problemsOf={(error) =>
        isRefusal(error, INVOICE_NUMBER_TAKEN) ? { invoiceNumber: t('errors.401105') } : undefined
      }
      done={t('managed.issued')}
      onClose={onClose}
    >
      <NumberInput name="invoiceNumber" label={t('number')} />
      {isPaper && (
        <>
          <Form.Item
            name="expressCompany"
            label={t('managed.expressCompany')}
            rules={[{ required: true, whitespace: true, message: t('managed.expressCompanyNeeded') }]}
          >
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item
            name="expressNumber"
            label={t('managed.expressNumber')}
            rules={[{ required: true, pattern: /^[0-9A-Za-z-]{5,40}$/, message: t('managed.expressNumberWrong') }]}
          >
            <Input maxLength={40} />
          </Form.Item>
        </>
      )}
      <Form.Item label={t(isPaper ? 'managed.pdfOptional' : 'managed.pdf')}>
        <FileUpload
          kind="pdf"
          onBusy={setUploading}
          onUploaded={({ id }) => setFileId(id)}
          onRemoved={() => setFileId(undefined)}
        />
      </Form.Item>
    </FormModal>
  )
}

/** Records a red-letter invoice for what was refunded, or for the whole with a new invoice of the rest. */
export function RedLetterModal({ invoice, onClose }: Props) {
  const t = useText('invoices')
  const money = (amount: bigint) => moneyText(Number(amount))
  const [whole, due] = [BigInt(invoice.amount), BigInt(invoice.dueAmount)]
  const params = { id: invoice.id }
  const ways = [
    { value: false, label: t('managed.partial', { amount: money(due) }) },
    { value: true, label: t('managed.whole', { amount: money(whole), rest: money(whole - due) }) },
  ]
  return (
    <FormModal<{ number: string; isWhole: boolean }, unknown>
      title={t('managed.reverse')}
      hint={t('managed.reverseHint')}
      initialValues={{ isWhole: false }}
      onSubmit={(body) => call(invoices.reverseInvoice, { params, body }, handles)}
      problemsOf={(error) => (isRefusal(error, INVOICE_NUMBER_TAKEN) ? { number: t('errors.401105') } : undefined)}
      done={t('managed.reversed')}
      onClose={onClose}
    >
      <Form.Item name="isWhole" label={t('managed.way')}>
        <Radio.Group className="iv-ways" options={ways} />
      </Form.Item>
      <NumberInput name="number" label={t('managed.redLetterNumber')} />
    </FormModal>
  )
}
