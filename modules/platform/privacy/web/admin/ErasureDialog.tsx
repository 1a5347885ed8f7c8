import { Alert, Button, Form, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { privacy } from '../../contract.ts'
import { failureText } from '../failure-text.ts'
import { MemberSelect } from './MemberSelect.tsx'

interface Values {
  readonly memberId: string
  readonly graceDays: number
  readonly password?: string
}

const graceChoices = [7, 14, 30, 0] as const

/** Whose data goes, when, and the administrator's own password before it. */
export function ErasureDialog({ onClose }: { onClose: () => void }) {
  const t = useText('privacy')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const submit = async (values: Values) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await call(privacy.eraseMember, { body: { ...values } }, { handles: 'all' })
      notify('success', t('manage.erasureCreated'))
      onClose()
    } catch (error) {
      setFailure(await failureText(error))
      setBusy(false)
    }
  }
  return (
    <Modal open title={t('manage.newErasure')} footer={null} onCancel={onClose} destroyOnHidden>
      <Alert type="warning" showIcon title={t('manage.eraseHint')} />
      <Form<Values>
        layout="vertical"
        requiredMark={false}
        style={{ marginTop: 16 }}
        initialValues={{ graceDays: graceChoices[0] }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="memberId"
          label={t('manage.member')}
          rules={[{ required: true, message: t('manage.memberNeeded') }]}
        >
          <MemberSelect />
        </Form.Item>
        <Form.Item name="graceDays" label={t('manage.grace')}>
          <Segmented
            options={graceChoices.map((count) => ({
              value: count,
              label: count === 0 ? t('manage.graceNow') : t('manage.graceDays', { count }),
            }))}
          />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('manage.yourPassword')}
          rules={[{ required: true, message: t('confirm.passwordNeeded') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={100} />
        </Form.Item>
        {failure !== undefined && (
          <p role="alert" style={{ color: 'var(--sy-danger)' }}>
            {failure}
          </p>
        )}
        <Button danger type="primary" htmlType="submit" loading={busy}>
          {t('manage.erase')}
        </Button>
      </Form>
    </Modal>
  )
}
