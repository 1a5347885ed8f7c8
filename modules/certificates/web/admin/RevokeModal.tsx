import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import type { Certificate } from '../../contract/shapes.ts'
import { certificates } from '../../contract.ts'

/** Asks for the reason, and says what follows. */
export function RevokeModal({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const t = useText('certificates')
  const [form] = Form.useForm<{ reason: string }>()
  const [busy, setBusy] = useState(false)
  const revoke = async ({ reason }: { reason: string }) => {
    setBusy(true)
    try {
      await call(certificates.revokeCertificate, { params: { id: certificate.id }, body: { reason } })
      notify('success', t('dialog.revoked'))
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
      title={t('dialog.revokeTitle', { number: certificate.number })}
      okText={t('admin.revoke')}
      okButtonProps={{ danger: true, loading: busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{t('dialog.revokeHint')}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void revoke(values)}>
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
