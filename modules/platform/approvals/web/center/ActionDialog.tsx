import { Form, Input, Radio, Select } from 'antd'
import { type ChosenMember, MemberPicker } from '#modules/platform/identity/web.tsx'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import type { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
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
  readonly members?: readonly ChosenMember[]
  readonly place?: 'before' | 'after'
  /** The step to return to, or the applicant. */
  readonly stepId?: string
}

const applicant = 'applicant'

const handled = { handles: 'all' } as const

async function send(action: ProcessAction, process: ProcessDetail, filled: Filled): Promise<void> {
  const { members = [], place = 'before' } = filled
  const opinion = filled.opinion.trim()
  const stepId = filled.stepId === applicant ? undefined : filled.stepId
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
    <fieldset className="sy-flow sy-gap-2 ap-quick" aria-label={t('dialog.quick')}>
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

interface OpinionProps {
  readonly action: ProcessAction
  readonly id?: string
  readonly value?: string
  readonly onChange?: (opinion: string) => void
}

/** The field of a form hands it `id`, `value` and `onChange`. */
function OpinionInput({ action, id, value, onChange, ...aria }: OpinionProps) {
  return (
    <>
      <QuickWords action={action} onTake={(text) => onChange?.(text)} />
      <Input.TextArea
        {...aria}
        id={id}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
        maxLength={opinionLengthMax}
        showCount
        autoFocus={!choosesMembers.includes(action)}
        autoSize={{ minRows: 3, maxRows: 6 }}
      />
    </>
  )
}

function MembersField({ action, process }: Pick<Props, 'action' | 'process'>) {
  const t = useText('approvals')
  const { user } = useSession()
  const refused = new Map<string, string>([[process.applicant.id, t('dialog.isApplicant')]])
  if (user && action !== 'assign' && user.id !== process.applicant.id) refused.set(user.id, t('dialog.isSelf'))
  return (
    <Form.Item
      name="members"
      label={t(action === 'add-signer' ? 'dialog.signers' : 'dialog.member')}
      rules={[{ required: true, type: 'array', message: t('dialog.memberNeeded') }]}
    >
      <MemberPicker
        label={t(action === 'add-signer' ? 'dialog.signersHint' : 'dialog.member')}
        max={action === 'add-signer' ? membersPerStepMax : 1}
        refused={refused}
      />
    </Form.Item>
  )
}

/** The sensitive words of the opinion, where they stand in it. */
function problemsOf(error: CallError, { opinion }: Filled) {
  const hits = sensitiveHits(error).get('opinion')
  return hits && { opinion: <MarkedText text={opinion.trim()} hits={hits} /> }
}

/** The dialog with the inputs of an action. */
export function ActionDialog({ action, process, onClose, onDone }: Props) {
  const t = useText('approvals')
  const targets = process.steps.filter((step) => step.canReturnTo)
  const hint = hints[action]
  const needed = needsReason.includes(action)
  return (
    <FormModal<Filled, void>
      title={t(`dialog.${action}`)}
      okText={t(`actions.${action}`)}
      danger={action === 'refuse' || action === 'withdraw'}
      hint={hint && t(hint)}
      initialValues={{ opinion: '', members: [], place: 'before', stepId: applicant }}
      onSubmit={async (filled) => {
        await send(action, process, filled)
        onDone()
      }}
      done={t(`done.${action}`)}
      showsFailure
      problemsOf={problemsOf}
      onClose={onClose}
    >
      {action === 'return' && (
        <Form.Item name="stepId" label={t('dialog.returnTo')}>
          <Select
            options={[
              { value: applicant, label: t('dialog.returnApplicant') },
              ...targets.map((step) => ({ value: step.id, label: step.name || t('detail.administratorStep') })),
            ]}
          />
        </Form.Item>
      )}
      {choosesMembers.includes(action) && <MembersField action={action} process={process} />}
      {action === 'add-signer' && (
        <Form.Item name="place">
          <Radio.Group
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
        </Form.Item>
      )}
      <Form.Item
        name="opinion"
        label={t(labelOf(action))}
        rules={[{ required: needed, whitespace: needed, message: t('dialog.opinionNeeded') }]}
      >
        <OpinionInput action={action} />
      </Form.Item>
    </FormModal>
  )
}
