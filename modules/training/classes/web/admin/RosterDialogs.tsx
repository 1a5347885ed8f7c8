/** What those who run a class ask for before they change its roster. */
import { Form, Input } from 'antd'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { reasonLengthMax } from '../../contract/authoring.ts'
import { nominationsMax } from '../../contract/roster.ts'
import { classes } from '../../contract.ts'

function ReasonItem() {
  const t = useText('classes')
  return (
    <Form.Item
      name="reason"
      label={t('enroll.reason')}
      rules={[{ required: true, whitespace: true, message: t('enroll.reasonNeeded') }]}
    >
      <Input.TextArea maxLength={reasonLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Form.Item>
  )
}

interface ReasonProps {
  readonly classId: string
  readonly memberIds: readonly string[]
  readonly action: 'refuse' | 'remove'
  readonly onClose: () => void
}

export function ReasonDialog({ classId, memberIds, action, onClose }: ReasonProps) {
  const t = useText('classes')
  const params = { id: classId }
  const calls = {
    refuse: (reason: string) =>
      call(classes.decideEnrollments, { params, body: { memberIds: [...memberIds], decision: 'refuse', reason } }),
    remove: (reason: string) =>
      call(classes.removeParticipants, { params, body: { memberIds: [...memberIds], reason } }),
  }
  return (
    <FormModal<{ readonly reason: string }, unknown>
      title={t(`roster.${action}`)}
      hint={t('roster.reasonHint')}
      okText={t(`roster.${action}`)}
      danger
      onSubmit={({ reason }) => calls[action](reason)}
      done={t('roster.done')}
      onClose={onClose}
    >
      <ReasonItem />
    </FormModal>
  )
}

interface DialogProps {
  readonly classId: string
  readonly onClose: () => void
}

export function NominateDialog({ classId, onClose }: DialogProps) {
  const t = useText('classes')
  return (
    <FormModal<{ readonly memberIds: string[] }, { readonly enrolled: number; readonly waiting: number }>
      title={t('roster.nominate')}
      hint={t('roster.nominateHint')}
      okText={t('roster.nominate')}
      onSubmit={(body) => call(classes.nominate, { params: { id: classId }, body })}
      done={({ enrolled, waiting }) => t('roster.nominated', { enrolled, waiting })}
      onClose={onClose}
    >
      <Form.Item
        name="memberIds"
        label={t('roster.members')}
        rules={[{ required: true, message: t('roster.membersNeeded') }]}
      >
        <MemberIdsPicker label={t('roster.members')} max={nominationsMax} known={[]} />
      </Form.Item>
    </FormModal>
  )
}

export function SubstituteDialog({ classId, memberId, onClose }: DialogProps & { readonly memberId: string }) {
  const t = useText('classes')
  return (
    <FormModal<{ readonly substitutes: string[]; readonly reason: string }, unknown>
      title={t('roster.substitute')}
      hint={t('roster.substituteHint')}
      okText={t('roster.substitute')}
      onSubmit={({ substitutes, reason }) =>
        call(classes.substitute, {
          params: { id: classId },
          body: { memberId, substituteId: substitutes[0] ?? '', reason },
        })
      }
      done={t('roster.done')}
      onClose={onClose}
    >
      <Form.Item
        name="substitutes"
        label={t('roster.substituteMember')}
        rules={[{ required: true, message: t('roster.membersNeeded') }]}
      >
        <MemberIdsPicker label={t('roster.substituteMember')} max={1} known={[]} />
      </Form.Item>
      <ReasonItem />
    </FormModal>
  )
}
