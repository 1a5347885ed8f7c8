import { DatePicker, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { PushDetail } from '../../contract/managing.ts'
import { pushes } from '../../contract.ts'
import { type Audience, AudienceFields } from './AudienceFields.tsx'

interface Props {
  readonly push: PushDetail
  readonly onClose: () => void
}

/** Another cut-off, and more members. */
export function ExtendDialog({ push, onClose }: Props) {
  const t = useText('pushes')
  const id = useId()
  const { busy, run } = useAction()
  const extend = () =>
    run(() => call(pushes.extendPush, { params: { id: push.id }, body }), { done: t('extend.done'), close: onClose })
  const [finishTime, setFinishTime] = useState(push.finishTime)
  const [audience, setAudience] = useState<Audience>({ organizationIds: [], members: [] })
  const body = {
    ...(finishTime !== push.finishTime && { finishTime }),
    addOrganizationIds: [...audience.organizationIds],
    addMemberIds: audience.members.map((member) => member.id),
  }
  return (
    <Modal
      open
      title={t('extend.title')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={busy}
      onOk={() => void extend()}
      onCancel={onClose}
    >
      <div className="pu-form">
        <div className="pu-field">
          <label htmlFor={id}>{t('list.finish')}</label>
          <DatePicker
            id={id}
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            placeholder={t('due.none')}
            value={finishTime === null ? null : dayjs(finishTime)}
            disabledDate={(day) => day.endOf('day').valueOf() < Date.now()}
            onChange={(chosen) => setFinishTime(chosen?.valueOf() ?? null)}
          />
        </div>
        <AudienceFields value={audience} onChange={setAudience} />
        <p className="sy-faint">{t('extend.hint')}</p>
      </div>
    </Modal>
  )
}

/** Calling it off, with a reason that its members read. */
export function RevokeDialog({ push, onClose }: Props) {
  const t = useText('pushes')
  const id = useId()
  const { busy, run } = useAction()
  const revoke = () =>
    run(() => call(pushes.revokePush, { params: { id: push.id }, body }), { done: t('revoke.done'), close: onClose })
  const [reason, setReason] = useState('')
  const body = { reason: reason.trim() }
  return (
    <Modal
      open
      title={t('revoke.title')}
      okText={t('revoke.do')}
      cancelText={t('cancel')}
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void revoke()}
      onCancel={onClose}
    >
      <p className="pu-hint">{t('revoke.hint')}</p>
      <div className="pu-field">
        <label htmlFor={id}>{t('revoke.reason')}</label>
        <Input.TextArea
          id={id}
          rows={3}
          maxLength={300}
          showCount
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  )
}
