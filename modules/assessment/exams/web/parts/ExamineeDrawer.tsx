import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Input } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { type ExamineeRow, type Leave, reasonLengthMax } from '../../contract/invigilation.ts'
import { exams } from '../../contract.ts'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { ExamineePhoto } from './ExamineePhoto.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { Incidents } from './Incidents.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { ReopenDialog } from './ReopenDialog.tsx'
import { AttemptTag } from './StateTag.tsx'

interface Props {
  readonly examId: string
  readonly row: ExamineeRow
  readonly attempt: NonNullable<ExamineeRow['attempt']>
  readonly onClose: () => void
}

/** One examinee: how the attempt stands, when the screen was left, and what the invigilator can do. */
export function ExamineeDrawer({ examId, row, attempt, onClose }: Props) {
  const t = useText('exams')
  const [asked, setAsked] = useState<'extend' | 'reset' | 'reopen' | 'say' | 'note' | Leave>()
  const leaves = useQuery(q(exams.leaves, { params: { id: attempt.id } }, { quiet: true }))
  const params = { id: attempt.id }
  const isOpen = attempt.state === 'in-progress'
  const close = () => setAsked(undefined)
  return (
    <Drawer open title={row.member.fullName} size="large" onClose={onClose}>
      <div className="sy-column sy-gap-5">
        <Facts
          shape="ends"
          items={[
            [t('records.status'), <AttemptTag key="status" state={row.status} />],
            row.personalPassword !== null && [t('entry.personalPassword'), row.personalPassword],
            [t('invigilation.startedAt'), <DateText key="start" value={attempt.startedAt} style="second" />],
            [t('invigilation.endsAt'), <DateText key="end" value={attempt.endsAt} style="second" />],
            attempt.submittedAt !== null && [
              t('records.submitted'),
              <DateText key="submitted" value={attempt.submittedAt} style="second" />,
            ],
            attempt.cause !== null && [t('invigilation.cause'), t(`result.cause.${attempt.cause}`)],
          ]}
        />
        <div className="sy-row sy-wrap sy-gap-3">
          {isOpen && <Button onClick={() => setAsked('extend')}>{t('invigilation.extend')}</Button>}
          {isOpen && (
            <ConfirmButton
              question={t('invigilation.submitQuestion', { name: row.member.fullName })}
              consequence={t('invigilation.submitConsequence')}
              onConfirm={() => call(exams.forceSubmit, { params })}
            >
              {t('invigilation.submit')}
            </ConfirmButton>
          )}
          {isOpen && <Button onClick={() => setAsked('say')}>{t('announcement.say')}</Button>}
          {!isOpen && <Button onClick={() => setAsked('reopen')}>{t('reopen.title')}</Button>}
          <Button onClick={() => setAsked('note')}>{t('incident.add')}</Button>
          <Button danger onClick={() => setAsked('reset')}>
            {t('invigilation.reset')}
          </Button>
        </div>
        {attempt.photo !== null && <ExamineePhoto attemptId={attempt.id} name={row.member.fullName} />}
        <section aria-label={t('invigilation.leaves')}>
          <h3>{t('invigilation.leaves')}</h3>
          {!leaves.data && <LoadingState rows={2} />}
          {leaves.data?.length === 0 && <EmptyState small title={t('invigilation.noLeaves')} />}
          <ul className="ex-leaves">
            {leaves.data?.map((leave) => (
              <li key={leave.id} data-void={leave.voidedAt !== null}>
                <span>
                  {t(`leave.${leave.kind}`)} · <DateText value={leave.startedAt} style="second" /> ·{' '}
                  {t('leave.seconds', { count: Math.round(leave.ms / 1000) })}
                  {!leave.isCounted && <small> {t('leave.notCounted')}</small>}
                  {leave.voidedAt !== null && (
                    <small> {t('leave.voided', { name: leave.voidedBy ?? '', reason: leave.reason })}</small>
                  )}
                </span>
                {leave.isCounted && leave.voidedAt === null && (
                  <Button size="small" onClick={() => setAsked(leave)}>
                    {t('leave.void')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
        <section aria-label={t('incident.tab')}>
          <h3>{t('incident.tab')}</h3>
          <Incidents examId={examId} attemptId={attempt.id} />
        </section>
      </div>
      {asked === 'say' && (
        <AnnounceDialog examId={examId} to={{ attemptId: attempt.id, name: row.member.fullName }} onClose={close} />
      )}
      {asked === 'note' && <NoteDialog examId={examId} attemptId={attempt.id} onClose={close} />}
      {asked === 'reopen' && <ReopenDialog attemptId={attempt.id} onClose={close} />}
      {asked === 'extend' && <ExtendDialog attemptId={attempt.id} onClose={close} />}
      {asked === 'reset' && (
        <ReasonDialog
          title={t('invigilation.reset')}
          hint={t('invigilation.resetHint')}
          danger
          onSubmit={(reason) => call(exams.resetAttempt, { params, body: { reason } })}
          onClose={close}
        />
      )}
      {typeof asked === 'object' && (
        <ReasonDialog
          title={t('leave.void')}
          hint={t('leave.voidHint')}
          onSubmit={(reason) => call(exams.voidLeave, { params: { id: asked.id }, body: { reason } })}
          onClose={close}
        />
      )}
    </Drawer>
  )
}

interface ReasonProps {
  readonly title: string
  readonly hint: string
  readonly danger?: boolean
  readonly onSubmit: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

function ReasonDialog({ title, hint, danger = false, onSubmit, onClose }: ReasonProps) {
  const t = useText('exams')
  return (
    <FormModal<{ readonly reason?: string }, unknown>
      title={title}
      hint={hint}
      danger={danger}
      onSubmit={({ reason = '' }) => onSubmit(reason)}
      done={t('invigilation.done')}
      onClose={onClose}
    >
      <Form.Item name="reason" label={t('invigilation.reason')}>
        <Input.TextArea maxLength={reasonLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormModal>
  )
}
