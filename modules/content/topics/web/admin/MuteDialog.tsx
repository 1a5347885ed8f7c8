import { Input, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { topics } from '../../contract.ts'

const HOUR_MS = 3_600_000
const spans = [1, 24, 72, 168, 720] as const

interface Props {
  readonly memberId: string
  readonly name: string
  readonly onClose: () => void
}

/** For how long a member is to write nothing, and why. */
export function MuteDialog({ memberId, name, onClose }: Props) {
  const t = useText('topics')
  const id = useId()
  const [hours, setHours] = useState<number>(24)
  const [reason, setReason] = useState('')
  const { busy, run } = useAction()
  const mute = () =>
    run(
      async () => {
        const body = { until: Date.now() + hours * HOUR_MS, reason }
        await call(topics.muteMember, { params: { id: memberId }, body })
      },
      { done: t('moderation.mutedNow', { name }), close: onClose },
    )
  return (
    <Modal
      open
      title={t('moderation.muteTitle', { name })}
      okText={t('moderation.mute')}
      okButtonProps={{ danger: true, loading: busy }}
      onOk={() => void mute()}
      onCancel={onClose}
    >
      <div className="topics-form">
        <p className="sy-faint">{t('moderation.muteHint')}</p>
        <Radio.Group
          aria-label={t('moderation.span')}
          optionType="button"
          value={hours}
          onChange={({ target }) => setHours(target.value as number)}
          options={spans.map((span) => ({ value: span, label: t(`moderation.span-${span}`) }))}
        />
        <div>
          <label htmlFor={id}>{t('comment.reason')}</label>
          <Input id={id} maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
        </div>
      </div>
    </Modal>
  )
}
