import { Form, Input } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import type { Certificate } from '../../contract/shapes.ts'
import { certificates } from '../../contract.ts'

interface Values {
  readonly holderName: string
  readonly itemName: string
  readonly reason: string
}

/** The words that are to stand on the new one, and why. */
export function ReissueModal({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const t = useText('certificates')
  const { id, number, holderName, itemName } = certificate
  const needed = [{ required: true, whitespace: true, message: t('form.needed') }]
  return (
    <FormModal<Values, object>
      title={t('dialog.reissueTitle', { number })}
      okText={t('admin.reissue')}
      hint={t('dialog.reissueHint')}
      initialValues={{ holderName, itemName }}
      done={t('dialog.reissued')}
      onSubmit={(body) => call(certificates.reissueCertificate, { params: { id }, body })}
      onClose={onClose}
    >
      <Form.Item name="holderName" label={t('dialog.holderName')} rules={needed}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="itemName" label={t('dialog.itemName')} rules={needed}>
        <Input maxLength={120} />
      </Form.Item>
      <ReasonField label={t('dialog.reason')} needed={t('dialog.reasonNeeded')} />
    </FormModal>
  )
}
