import { Form, Input, Radio } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { topics } from '../../contract.ts'

const HOUR_MS = 3_600_000
const spans = [1, 24, 72, 168, 720] as const

interface Props {
  readonly memberId: string
  readonly name: string
  readonly onClose: () => void
}

interface Values {
  readonly hours: number
  readonly reason: string
}

/** For how long a member is to write nothing, and why. */
export function MuteDialog({ memberId, name, onClose }: Props) {
  const t = useText('topics')
  const mute = ({ hours, reason }: Values) =>
    call(topics.muteMember, { params: { id: memberId }, body: { until: Date.now() + hours * HOUR_MS, reason } })
  return (
    <FormModal<Values, unknown>
      title={t('moderation.muteTitle', { name })}
      okText={t('moderation.mute')}
      danger
      hint={t('moderation.muteHint')}
      initialValues={{ hours: 24, reason: '' }}
      onSubmit={mute}
      done={t('moderation.mutedNow', { name })}
      onClose={onClose}
    >
      <Form.Item name="hours" label={t('moderation.span')}>
        <Radio.Group
          optionType="button"
          options={spans.map((span) => ({ value: span, label: t(`moderation.span-${span}`) }))}
        />
      </Form.Item>
      <Form.Item name="reason" label={t('comment.reason')}>
        <Input maxLength={100} />
      </Form.Item>
    </FormModal>
  )
}
