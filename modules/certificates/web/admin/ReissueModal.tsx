import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
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
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const needed = [{ required: true, whitespace: true, message: t('form.needed') }]
  const reissue = async (body: Values) => {
    setBusy(true)
    try {
      await call(certificates.reissueCertificate, { params: { id: certificate.id }, body })
      notify('success', t('dialog.reissued'))
      onClose()
    } catch {
      // The call has said why not.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('dialog.reissueTitle', { number: certificate.number })}
      okText={t('admin.reissue')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{t('dialog.reissueHint')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={certificate}
        onFinish={({ holderName, itemName, reason }) => void reissue({ holderName, itemName, reason })}
      >
        <Form.Item name="holderName" label={t('dialog.holderName')} rules={needed}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="itemName" label={t('dialog.itemName')} rules={needed}>
          <Input maxLength={120} />
        </Form.Item>
        <Form.Item
          name="reason"
          label={t('dialog.reason')}
          rules={[{ required: true, whitespace: true, message: t('dialog.reasonNeeded') }]}
        >
          <Input.TextArea rows={2} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </Modal>
  )
}
