import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { BuyBox } from '#modules/commerce/orders/web.tsx'
import { call, outdate } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { dateText } from '#web/ui/date.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type ClassDetails, withdrawalLengthMax } from '../../contract/learning.ts'
import { businessType, classes } from '../../contract.ts'
import { EnrollDialog } from './EnrollDialog.tsx'
import { enrolledText } from './enrolled-text.ts'
import { OtherDates } from './OtherDates.tsx'
import { EnrollmentTag, GraduationTag } from './StateTag.tsx'
import { TimesText } from './TimesText.tsx'

/** How far the own enrollment is, and what the member can do about it; who is not enrolled sees the other dates as well. */
export function EnrollmentBox({ one }: { one: ClassDetails }) {
  return (
    <>
      <OwnEnrollment one={one} />
      {one.own !== 'enrolled' && <OtherDates classId={one.id} />}
    </>
  )
}

function OwnEnrollment({ one }: { one: ClassDetails }) {
  const t = useText('classes')
  const { state, reason, ahead, offeredUntil } = one.enrollment
  return (
    <section className="sy-card cl-section sy-column sy-gap-3" aria-label={t('enroll.own')}>
      <h2>{t('enroll.own')}</h2>
      <Facts
        shape="rows"
        items={[
          state !== null && [t('enroll.state'), <EnrollmentTag key="state" state={state} />],
          state === 'enrolled' && [t('enroll.graduation'), <GraduationTag key="done" state={one.graduation ?? 1} />],
          reason !== '' && [t('enroll.reason'), reason],
          state === 'waiting' && [t('enroll.ahead'), String(ahead)],
          [t('enroll.window'), <TimesText key="window" from={one.opensAt} until={one.closesAt} />],
          [t('enroll.places'), t('list.places', { taken: one.placesTaken, places: one.capacity })],
        ]}
      />
      {offeredUntil !== null && (
        <p className="sy-callout">{t('enroll.offered', { until: dateText(offeredUntil, 'minute') })}</p>
      )}
      <Actions one={one} />
    </section>
  )
}

/** What is bought opens: the class is asked for again. */
const onBought = () => outdate(classes.class)

function Actions({ one }: { one: ClassDetails }) {
  const t = useText('classes')
  const { busy, run } = useAction()
  const [isAsking, setIsAsking] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const { state } = one.enrollment
  const params = { id: one.id }
  const leave = (reason: string) => call(classes.withdrawFromClass, { params, body: { reason } })
  const isOver = one.state === 7 || one.state === 8
  const enroll = () =>
    one.form.length > 0
      ? setIsAsking(true)
      : void run(async () => {
          const answer = await call(classes.enroll, { params, body: { answers: {} } })
          notify('success', enrolledText(t, answer))
        })
  return (
    <>
      {one.obstacle !== null && one.obstacle !== 'enrolled' && one.obstacle !== 'unpaid' && (
        <p className="sy-note">{t(`enroll.obstacle.${one.obstacle}`)}</p>
      )}
      {one.mustBuy && (one.obstacle === 'unpaid' || one.obstacle === 'enrolled') && (
        <BuyBox businessType={businessType} itemId={one.id} name={one.name} onBought={onBought} />
      )}
      {one.obstacle === null && (
        <>
          {one.placesTaken >= one.capacity && <p className="sy-note">{t('enroll.full')}</p>}
          {one.isReviewed && <p className="sy-note">{t('enroll.reviewed')}</p>}
          <Button type="primary" size="large" loading={busy} onClick={enroll}>
            {t(one.placesTaken >= one.capacity ? 'enroll.wait' : 'enroll.action')}
          </Button>
        </>
      )}
      {state === 'offered' && (
        <Button
          type="primary"
          size="large"
          loading={busy}
          onClick={() =>
            void run(async () => notify('success', enrolledText(t, await call(classes.acceptPlace, { params }))))
          }
        >
          {t('enroll.accept')}
        </Button>
      )}
      {!isOver && state === 'enrolled' && <Button onClick={() => setIsLeaving(true)}>{t('enroll.leave')}</Button>}
      {!isOver && (state === 'waiting' || state === 'offered' || state === 'pending') && (
        <ConfirmButton
          question={t('enroll.leaveQuestion')}
          consequence={t('enroll.leaveConsequence')}
          onConfirm={() => leave('')}
        >
          {t('enroll.leaveLine')}
        </ConfirmButton>
      )}
      {isAsking && <EnrollDialog one={one} onClose={() => setIsAsking(false)} />}
      {isLeaving && (
        <FormModal<{ readonly reason: string }, unknown>
          title={t('enroll.leave')}
          hint={t('enroll.leaveConsequence')}
          okText={t('enroll.leave')}
          danger
          onSubmit={({ reason }) => leave(reason)}
          done={t('enroll.left')}
          onClose={() => setIsLeaving(false)}
        >
          <Form.Item
            name="reason"
            label={t('enroll.reason')}
            rules={[{ required: true, whitespace: true, message: t('enroll.reasonNeeded') }]}
          >
            <Input.TextArea maxLength={withdrawalLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
        </FormModal>
      )}
    </>
  )
}
