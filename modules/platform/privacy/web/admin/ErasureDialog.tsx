import { Alert, Form, Input, Segmented } from 'antd'
import { MemberIdPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { privacy } from '../../contract.ts'
import { membersWithData } from './member-source.ts'

interface Values {
  readonly memberId: string
  readonly graceDays: number
  readonly password?: string
}

const graceChoices = [7, 14, 30, 0] as const

/** Requests an erasure: member, due date, and the administrator's password. */
export function ErasureDialog({ onClose }: { onClose: () => void }) {
  const t = useText('privacy')
  return (
    <FormModal<Values, unknown>
      title={t('manage.newErasure')}
      okText={t('manage.erase')}
      danger
      hint={<Alert type="warning" showIcon title={t('manage.eraseHint')} />}
      initialValues={{ graceDays: graceChoices[0] }}
      onSubmit={(values) => call(privacy.eraseMember, { body: { ...values } }, { handles: 'all' })}
      showsFailure
      done={t('manage.erasureCreated')}
      onClose={onClose}
    >
      <Form.Item
        name="memberId"
        label={t('manage.member')}
        rules={[{ required: true, message: t('manage.memberNeeded') }]}
      >
        <MemberIdPicker label={t('manage.memberPlaceholder')} source={membersWithData} />
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
    </FormModal>
  )
}
