import { Input, Modal, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { type ChosenMember, MemberPicker } from '#modules/platform/identity/web.tsx'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { notify } from '#web/ui/notify.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import type { ProcessAction } from '../../contract/actions.ts'
import { membersPerStepMax, opinionLengthMax, type ProcessDetail } from '../../contract/shapes.ts'
import { approvals } from '../../contract.ts'

interface Props {
  readonly action: ProcessAction
  readonly process: ProcessDetail
  readonly onClose: () => void
  readonly onDone: () => void
}

interface Filled {
  readonly opinion: string
  readonly members: readonly ChosenMember[]
  readonly place: 'before' | 'after'
  readonly stepId: string | undefined
}

const handled = { handles: 'all' } as const

async function send(action: ProcessAction, process: ProcessDetail, filled: Filled): Promise<void> {
  const { opinion, members, place, stepId } = filled
  const task = { params: { id: process.taskId ?? '' } }
  const whole = { params: { id: process.id } }
  const memberId = members[0]?.id ?? ''
  const memberIds = members.map((member) => member.id)
  switch (action) {
    case 'agree':
      await call(approvals.agree, { ...task, body: { opinion } }, handled)
      break
    case 'refuse':
      await call(approvals.refuse, { ...task, body: { opinion } }, handled)
      break
    case 'return':
      await call(approvals.giveBack, { ...task, body: { opinion, stepId } }, handled)
      break
    case 'add-signer':
      await call(approvals.addSigners, { ...task, body: { memberIds, place, opinion } }, handled)
      break
    case 'hand-over':
      await call(approvals.handOver, { ...task, body: { memberId, opinion } }, handled)
      break
    case 'assign':
      await call(approvals.assign, { ...whole, body: { memberId, opinion } }, handled)
      break
    case 'withdraw':
      await call(approvals.withdraw, { ...whole, body: { opinion } }, handled)
      break
    case 'resubmit':
      await call(approvals.resubmit, { ...whole, body: { opinion } }, handled)
      break
    // These two need no input.
    case 'remind':
    case 'revise':
  }
}

const needsReason: readonly ProcessAction[] = ['refuse', 'return']
const choosesMembers: readonly ProcessAction[] = ['add-signer', 'hand-over', 'assign']
const hints: Partial<Record<ProcessAction, string>> = {
  return: 'dialog.returnHint',
  'hand-over': 'dialog.handOverHint',
  assign: 'dialog.assignHint',
  withdraw: 'dialog.withdrawHint',
  resubmit: 'dialog.resubmitHint',
}

function labelOf(action: ProcessAction): string {
  if (action === 'agree') return 'dialog.opinionOptional'
  if (action === 'refuse') return 'dialog.opinion'
  return action === 'return' ? 'dialog.reason' : 'dialog.note'
}

/** Frequent opinions to insert with one click. */
function QuickWords({ action, onTake }: { action: ProcessAction; onTake: (text: string) => void }) {
  const t = useText('approvals')
  const key = { agree: 'dialog.quickAgree', refuse: 'dialog.quickRefuse' }[action as 'agree' | 'refuse']
  if (!key) return null
  return (
    <fieldset className="ap-quick" aria-label={t('dialog.quick')}>
      {t(key)
        .split('|')
        .map((text) => (
          <button key={text} type="button" onClick={() => onTake(text)}>
            {text}
          </button>
        ))}
    </fieldset>
  )
}

/** The dialog with the inputs of an action. */
export function ActionDialog({ action, process, onClose, onDone }: Props) {
  const t = useText('approvals')
  const { user } = useSession()
  const { busy, failure, error, submit } = useSubmission()
  /** The submitted text, in which a refusal marks words. */
  const [sent, setSent] = useState('')
  const hits = sensitiveHits(error).get('opinion')
  const [opinion, setOpinion] = useState('')
  const [members, setMembers] = useState<ChosenMember[]>([])
  const [place, setPlace] = useState<'before' | 'after'>('before')
  const [stepId, setStepId] = useState<string>()
  const [tried, setTried] = useState(false)
  const id = useId()
  const lacksReason = needsReason.includes(action) && opinion.trim() === ''
  const lacksMembers = choosesMembers.includes(action) && members.length === 0
  const refused = new Map<string, string>([[process.applicant.id, t('dialog.isApplicant')]])
  if (user && action !== 'assign' && user.id !== process.applicant.id) refused.set(user.id, t('dialog.isSelf'))
  const targets = process.steps.filter((step) => step.canReturnTo)
  const hint = hints[action]
  const finish = () => {
    setTried(true)
    if (lacksReason || lacksMembers) return
    setSent(opinion.trim())
    void submit(async () => {
      await send(action, process, { opinion: opinion.trim(), members, place, stepId })
      notify('success', t(`done.${action}`))
      onDone()
    })
  }
  return (
    <Modal
      open
      title={t(`dialog.${action}`)}
      okText={t(`actions.${action}`)}
      cancelText={t('dialog.cancel')}
      okButtonProps={{ danger: action === 'refuse' || action === 'withdraw' }}
      confirmLoading={busy}
      onOk={finish}
      onCancel={onClose}
    >
      <div className="ap-dialog">
        <Failure text={failure} />
        {hint && <p className="sy-faint">{t(hint)}</p>}
        {action === 'return' && (
          <div>
            <label htmlFor={`${id}-step`}>{t('dialog.returnTo')}</label>
            <Select
              id={`${id}-step`}
              value={stepId ?? 'applicant'}
              onChange={(chosen: string) => setStepId(chosen === 'applicant' ? undefined : chosen)}
              options={[
                { value: 'applicant', label: t('dialog.returnApplicant') },
                ...targets.map((step) => ({ value: step.id, label: step.name || t('detail.administratorStep') })),
              ]}
            />
          </div>
        )}
        {choosesMembers.includes(action) && (
          <div>
            <label htmlFor={`${id}-members`}>{t(action === 'add-signer' ? 'dialog.signers' : 'dialog.member')}</label>
            <MemberPicker
              id={`${id}-members`}
              label={t(action === 'add-signer' ? 'dialog.signersHint' : 'dialog.member')}
              value={members}
              onChange={setMembers}
              max={action === 'add-signer' ? membersPerStepMax : 1}
              refused={refused}
              status={tried && lacksMembers ? 'error' : undefined}
            />
            {tried && lacksMembers && (
              <p className="ap-failure" role="alert">
                {t('dialog.memberNeeded')}
              </p>
            )}
          </div>
        )}
        {action === 'add-signer' && (
          <Radio.Group
            value={place}
            onChange={(event) => setPlace(event.target.value as 'before' | 'after')}
            className="ap-places"
            aria-label={t('dialog.place')}
            options={(['before', 'after'] as const).map((value) => ({
              value,
              label: (
                <span>
                  {t(`dialog.${value}`)} <span className="sy-faint">{t(`dialog.${value}Hint`)}</span>
                </span>
              ),
            }))}
          />
        )}
        <div>
          <label htmlFor={`${id}-opinion`}>{t(labelOf(action))}</label>
          <QuickWords action={action} onTake={setOpinion} />
          <Input.TextArea
            id={`${id}-opinion`}
            value={opinion}
            onChange={(event) => setOpinion(event.target.value)}
            maxLength={opinionLengthMax}
            showCount
            autoFocus={!choosesMembers.includes(action)}
            autoSize={{ minRows: 3, maxRows: 6 }}
            status={tried && lacksReason ? 'error' : ''}
            aria-invalid={tried && lacksReason}
          />
          {hits && (
            <p className="ap-marked">
              <MarkedText text={sent} hits={hits} />
            </p>
          )}
          {tried && lacksReason && (
            <p className="ap-failure" role="alert">
              {t('dialog.opinionNeeded')}
            </p>
          )}
        </div>
      </div>
    </Modal>
  )
}
