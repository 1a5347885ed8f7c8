import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { type ChosenMember, MemberPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { MomentRangeField } from '#web/ui/DateFields.tsx'
import { DateSpan } from '#web/ui/DateSpan.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { approvals } from '../../contract.ts'
import { nameOf } from '../parts/names.ts'

type Absence = Output<typeof approvals.myAbsences>['own']['items'][number]

function AbsenceRow({ absence, isOwn }: { absence: Absence; isOwn: boolean }) {
  const t = useText('approvals')
  const isNow = absence.startsAt <= Date.now()
  const other = isOwn ? absence.substitute : absence.member
  const end = async () => {
    await call(approvals.endAbsence, { params: { id: absence.id } })
    notify('success', t('away.ended'))
  }
  return (
    <li className="sy-box sy-flow sy-gap-4 ap-card">
      <Avatar name={other.fullName} path={other.avatarPath} size={44} />
      <div className="ap-card-text">
        <p className="sy-flow ap-card-head">
          <strong>
            {isOwn ? `${t('away.substitute')} · ${nameOf(other, t)}` : t('away.standing', { name: nameOf(other, t) })}
          </strong>
          <span className={`ap-tag ap-tone-${isNow ? 'success' : 'faint'}`}>{t(isNow ? 'away.now' : 'away.soon')}</span>
        </p>
        <p className="ap-card-line">
          <DateSpan from={absence.startsAt} until={absence.endsAt} />
        </p>
        {absence.reason !== '' && <p className="ap-card-line">{absence.reason}</p>}
      </div>
      {isOwn && (
        <ConfirmButton
          question={t(isNow ? 'away.endQuestion' : 'away.cancelQuestion')}
          consequence={t('away.endHint')}
          onConfirm={end}
        >
          {t(isNow ? 'away.end' : 'away.cancel')}
        </ConfirmButton>
      )}
    </li>
  )
}

interface Values {
  readonly substitute?: ChosenMember[]
  readonly period?: [from: number, to: number]
  readonly reason?: string
}

/** A form field of MemberChooser: Ant Design's form hands it value and onChange. */
function SubstituteField(props: { id?: string; value?: ChosenMember[]; onChange?: (members: ChosenMember[]) => void }) {
  const t = useText('approvals')
  const { user } = useSession()
  return (
    <MemberPicker
      id={props.id}
      label={t('away.substitute')}
      value={props.value ?? []}
      onChange={(members) => props.onChange?.(members)}
      max={1}
      refused={new Map(user && [[user.id, t('dialog.isSelf')]])}
    />
  )
}

function AbsenceModal({ onClose }: { onClose: () => void }) {
  const t = useText('approvals')
  const save = ({ substitute, period, reason = '' }: Values) => {
    const [startsAt, endsAt] = period as [number, number]
    const substituteId = substitute?.[0]?.id ?? ''
    const body = { substituteId, startsAt, endsAt, reason: reason.trim() }
    return call(approvals.createAbsence, { body }, { handles: 'all' })
  }
  return (
    <FormModal<Values, unknown>
      title={t('away.add')}
      okText={t('away.save')}
      onSubmit={save}
      showsFailure
      done={t('away.saved')}
      onClose={onClose}
    >
      <Form.Item
        name="substitute"
        label={t('away.substitute')}
        rules={[{ required: true, type: 'array', min: 1, message: t('away.needSubstitute') }]}
      >
        <SubstituteField />
      </Form.Item>
      <Form.Item
        name="period"
        label={t('away.period')}
        rules={[
          { required: true, message: t('away.needPeriod') },
          {
            validator: (_, value?: [number, number]) =>
              !value || value[1] > Math.max(Date.now(), value[0])
                ? Promise.resolve()
                : Promise.reject(new Error(t('away.wrongPeriod'))),
          },
        ]}
      >
        <MomentRangeField placeholder={[t('away.from'), t('away.to')]} />
      </Form.Item>
      <Form.Item name="reason" label={t('away.reason')}>
        <Input maxLength={50} placeholder={t('away.reasonHint')} />
      </Form.Item>
    </FormModal>
  )
}

/** The member's substitutes, and the absences in which the member is a substitute. */
export function AwayTab() {
  const t = useText('approvals')
  const list = useQuery(q(approvals.myAbsences))
  const [adding, setAdding] = useState(false)
  const add = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {t('away.add')}
    </Button>
  )
  if (list.isPending) return <LoadingState />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const { own, standingInFor } = list.data
  return (
    <>
      <p className="ap-hint">{t('away.description')}</p>
      <HomeSection title={t('away.own')} more={own.items.length > 0 ? add : undefined}>
        {own.items.length === 0 ? (
          <EmptyState title={t('away.none')} description={t('away.noneHint')} action={add} />
        ) : (
          <ul className="sy-grid sy-gap-3">
            {own.items.map((absence) => (
              <AbsenceRow key={absence.id} absence={absence} isOwn />
            ))}
          </ul>
        )}
      </HomeSection>
      {standingInFor.items.length > 0 && (
        <HomeSection title={t('away.others')}>
          <ul className="sy-grid sy-gap-3">
            {standingInFor.items.map((absence) => (
              <AbsenceRow key={absence.id} absence={absence} isOwn={false} />
            ))}
          </ul>
        </HomeSection>
      )}
      {adding && <AbsenceModal onClose={() => setAdding(false)} />}
    </>
  )
}
