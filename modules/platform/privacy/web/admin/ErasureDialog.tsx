import { Alert, Button, Form, Input, Modal, Segmented } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { privacy } from '../../contract.ts'
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
  const { busy, failure, submit } = useSubmission()
  const send = (values: Values) =>
    submit(() => call(privacy.eraseMember, { body: { ...values } }, { handles: 'all' }), {
      done: t('manage.erasureCreated'),
      close: onClose,
    })
  return (
    <Modal open title={t('manage.newErasure')} footer={null} onCancel={onClose} destroyOnHidden>
      <Alert type="warning" showIcon title={t('manage.eraseHint')} />
      <Form<Values>
        layout="vertical"
        requiredMark={false}
        style={{ marginTop: 16 }}
        initialValues={{ graceDays: graceChoices[0] }}
        onFinish={(values) => void send(values)}
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
        <Failure text={failure} />
        <Button danger type="primary" htmlType="submit" loading={busy}>
          {t('manage.erase')}
        </Button>
      </Form>
    </Modal>
  )
}
