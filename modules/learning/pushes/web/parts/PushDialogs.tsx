import { Form } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import type { PushDetail } from '../../contract/managing.ts'
import { pushes } from '../../contract.ts'
import { type Audience, AudienceFields } from './AudienceFields.tsx'

interface Props {
  readonly push: PushDetail
  readonly onClose: () => void
}

interface ExtendValues {
  readonly finishTime: number | null
  readonly audience: Audience
}

/** The fields of the audience as one field: the form hands it value and onChange. */
function AudienceField({ value, onChange }: { value?: Audience; onChange?: (audience: Audience) => void }) {
  return value && <AudienceFields value={value} onChange={(audience) => onChange?.(audience)} />
}

/** Another cut-off, and more members. */
export function ExtendDialog({ push, onClose }: Props) {
  const t = useText('pushes')
  const extend = ({ finishTime, audience }: ExtendValues) => {
    const body = {
      ...(finishTime !== push.finishTime && { finishTime }),
      addOrganizationIds: [...audience.organizationIds],
      addMemberIds: audience.members.map((member) => member.id),
    }
    return call(pushes.extendPush, { params: { id: push.id }, body })
  }
  return (
    <FormModal<ExtendValues, unknown>
      title={t('extend.title')}
      okText={t('save')}
      initialValues={{
        finishTime: push.finishTime,
        audience: { organizationIds: [], members: [] },
      }}
      onSubmit={extend}
      done={t('extend.done')}
      onClose={onClose}
    >
      <Form.Item name="finishTime" label={t('list.finish')}>
        <MomentField placeholder={t('due.none')} disabledDate={(day) => day.endOf('day').valueOf() < Date.now()} />
      </Form.Item>
      <Form.Item name="audience" extra={t('extend.hint')}>
        <AudienceField />
      </Form.Item>
    </FormModal>
  )
}

/** Calling it off, with a reason that its members read. */
export function RevokeDialog({ push, onClose }: Props) {
  const t = useText('pushes')
  return (
    <FormModal<{ reason: string }, unknown>
      title={t('revoke.title')}
      okText={t('revoke.do')}
      danger
      hint={t('revoke.hint')}
      onSubmit={({ reason }) => call(pushes.revokePush, { params: { id: push.id }, body: { reason: reason.trim() } })}
      done={t('revoke.done')}
      onClose={onClose}
    >
      <ReasonField label={t('revoke.reason')} needed={t('revoke.reasonNeeded')} maxLength={300} />
    </FormModal>
  )
}
