import { Input, Modal, Segmented } from 'antd'
import { useId, useState } from 'react'
import { v7 as uuid } from 'uuid'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { CreditKind } from '../../contract/credits.ts'
import { study } from '../../contract.ts'
import { parseAmount } from '../parts/amounts.ts'
import { MembersSelect } from '../parts/MembersSelect.tsx'

/** Enters what was studied elsewhere. However often it is sent, it is entered once. */
export function GrantModal({ onClose }: { onClose: () => void }) {
  const t = useText('study')
  const [membersId, scoreId, reasonId] = [useId(), useId(), useId()]
  const [requestId] = useState(() => uuid())
  const [memberIds, setMemberIds] = useState<readonly string[]>([])
  const [type, setType] = useState<CreditKind>(1)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { busy: sending, run } = useAction()
  const score = parseAmount(typed)
  const wrong = {
    members: memberIds.length === 0,
    score: score === undefined || score === '0',
    reason: reason.trim() === '',
  }
  const send = () => {
    setTried(true)
    if (wrong.members || wrong.reason || wrong.score || score === undefined) return
    return run(
      async () => {
        const body = { requestId, memberIds: [...memberIds], type, score, reason: reason.trim() }
        const { recordCount } = await call(study.grantCredits, { body })
        notify('success', t('caps.granted', { count: recordCount }))
      },
      { close: onClose },
    )
  }
  const status = (field: keyof typeof wrong) => (tried && wrong[field] ? ('error' as const) : undefined)
  const alert = (field: keyof typeof wrong, text: string) =>
    tried &&
    wrong[field] && (
      <p className="st-wrong" role="alert">
        {text}
      </p>
    )
  return (
    <Modal
      open
      title={t('caps.grant')}
      okText={t('caps.submit')}
      okButtonProps={{ loading: sending }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="st-form">
        <p className="sy-faint">{t('caps.grantHint')}</p>
        <label htmlFor={membersId}>{t('caps.members')}</label>
        <MembersSelect
          id={membersId}
          label={t('caps.members')}
          value={memberIds}
          status={status('members')}
          onChange={setMemberIds}
        />
        {alert('members', t('caps.membersNeeded'))}
        <Segmented
          aria-label={t('caps.type')}
          value={type}
          options={[
            { value: 1, label: t('hours') },
            { value: 2, label: t('credit') },
          ]}
          onChange={(value) => setType(value as CreditKind)}
        />
        <label htmlFor={scoreId}>{t('caps.score')}</label>
        <Input
          id={scoreId}
          inputMode="decimal"
          value={typed}
          status={status('score')}
          onChange={(event) => setTyped(event.target.value)}
        />
        {alert('score', t('caps.scoreNeeded'))}
        <label htmlFor={reasonId}>{t('caps.reason')}</label>
        <Input
          id={reasonId}
          maxLength={200}
          placeholder={t('caps.reasonExample')}
          value={reason}
          status={status('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
        {alert('reason', t('caps.reasonNeeded'))}
      </div>
    </Modal>
  )
}
