import { Button, Form, Select } from 'antd'
import { useRef, useState } from 'react'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { type BillProviderName, billProviders } from '../../contract/shapes.ts'
import { payments } from '../../contract.ts'

interface Values {
  readonly provider: BillProviderName
  readonly day: string
}

/** Imports the bill of a day as the provider's site gives it. */
export function BillModal({ onClose }: { onClose: () => void }) {
  const t = useText('payments')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const needed = [{ required: true, message: t('account.needed') }]
  return (
    <FormModal<Values, { lineCount: number; differenceCount: number }>
      title={t('bill.title')}
      hint={t('bill.hint')}
      okText={t('bill.go')}
      disabled={!file}
      showsFailure
      initialValues={{ provider: 'alipay' }}
      done={({ lineCount, differenceCount }) => t('bill.done', { count: lineCount, differences: differenceCount })}
      onSubmit={async ({ provider, day }) => {
        if (!file) throw new Error('no file')
        const sent = { file, fileName: file.name, fields: { provider, day } }
        return upload(payments.importBill, sent, { handles: 'all' })
      }}
      onClose={onClose}
    >
      <Form.Item name="provider" label={t('fields.provider')} rules={needed}>
        <Select options={billProviders.map((value) => ({ value, label: t(`providers.${value}`) }))} />
      </Form.Item>
      <Form.Item name="day" label={t('bill.day')} rules={needed}>
        <DayField />
      </Form.Item>
      <Form.Item label={t('bill.file')}>
        <p className="sy-row sy-wrap sy-gap-3">
          <Button onClick={() => input.current?.click()}>{t('bill.choose')}</Button>
          {file && <span>{file.name}</span>}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt"
          aria-label={t('bill.choose')}
          onChange={(event) => setFile(event.target.files?.[0])}
        />
      </Form.Item>
    </FormModal>
  )
}
