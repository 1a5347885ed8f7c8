import './own.css'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import type { AttendanceFigures } from '../../contract/keeping.ts'
import type { OwnSession } from '../../contract/own.ts'
import { attendance } from '../../contract.ts'
import { leaveColors } from '../parts/leave-colors.ts'
import { isLeftOpen, phaseOf } from '../parts/phase.ts'
import { StateMark } from '../parts/StateMark.tsx'
import { clockText, spanText } from '../parts/times.ts'
import { attendancePaths } from '../paths.ts'
import { LeaveDialog } from './LeaveDialog.tsx'

/** While a check-in is open, the own state is looked at again so often. */
const OPEN_MS = 10_000

/** The own attendance in a class: a section of its page. */
export default function OwnAttendance({ classId, isStaff }: { classId: string; isStaff: boolean }) {
  const t = useText('attendance')
  const { data, error, refetch } = useQuery({
    ...q(attendance.ownAttendance, { params: { id: classId } }, { quiet: true, handles: 'all' }),
    enabled: !isStaff,
    refetchInterval: ({ state: { data: known } }) =>
      known?.sessions.some((one) => phaseOf(one, known.serverTime) === 'open') ? OPEN_MS : false,
  })
  // Those who run the class have a page of their own for it.
  if (isStaff || data?.sessions.length === 0) return null
  return (
    <section className="sy-card cl-section at-own" aria-label={t('own.title')}>
      <div className="sy-row sy-wrap sy-apart sy-gap-3">
        <h2>{t('own.title')}</h2>
        {data?.sessions.some(({ ways }) => ways.includes('scan')) && (
          <Link className="sy-button sy-button-plain sy-button-small" to={attendancePaths.ownCode(classId)}>
            <Icon name="qr" size={16} />
            {t('own.showCode')}
          </Link>
        )}
      </div>
      {!data && (error ? <ErrorState small error={error} onRetry={() => void refetch()} /> : <LoadingState rows={3} />)}
      {data && <OwnFigures figures={data.figures} />}
      {data && <OwnSessions classId={classId} sessions={data.sessions} now={data.serverTime} />}
    </section>
  )
}

function OwnFigures({ figures }: { figures: AttendanceFigures }) {
  const t = useText('attendance')
  const { percent, present, late, early, madeUp, lists, over, minutes, plannedMinutes, absent } = figures
  return (
    <Facts
      shape="figures"
      items={[
        [t('own.attended'), `${percent}%`],
        [t('own.sessions'), t('own.of', { count: present + late + early + madeUp, all: lists })],
        absent > 0 && [t('own.absences'), String(absent)],
        lists > over && [t('own.ahead'), String(lists - over)],
        [t('own.minutes'), t('own.of', { count: minutes, all: plannedMinutes })],
      ]}
    />
  )
}

interface SessionsProps {
  readonly classId: string
  readonly sessions: readonly OwnSession[]
  readonly now: number
}

export function OwnSessions({ classId, sessions, now }: SessionsProps) {
  const [asked, setAsked] = useState<OwnSession>()
  const titles = new Map(sessions.map(({ id, title }) => [id, title]))
  return (
    <>
      <ul className="at-sessions">
        {sessions.map((one) => {
          const makeUp = sessions.find(({ makesUpFor, endsAt }) => makesUpFor === one.id && endsAt > now)
          return (
            <Row
              key={one.id}
              classId={classId}
              one={one}
              now={now}
              makesUpFor={one.makesUpFor === null ? undefined : titles.get(one.makesUpFor)}
              makeUp={one.state === 'absent' ? makeUp?.title : undefined}
              onAsk={() => setAsked(one)}
            />
          )
        })}
      </ul>
      {asked && <LeaveDialog classId={classId} one={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface RowProps {
  readonly classId: string
  readonly one: OwnSession
  readonly now: number
  readonly makesUpFor: string | undefined
  /** The session by which this one can be made up for. */
  readonly makeUp: string | undefined
  readonly onAsk: () => void
}

function Row({ classId, one, now, makesUpFor, makeUp, onAsk }: RowProps) {
  const t = useText('attendance')
  const { title, startsAt, endsAt, firstInAt, lastOutAt, kind, isInside, minutes, state, leave, correction, ways } = one
  const phase = phaseOf(one, now)
  // What was left open after the session calls nobody any more.
  const isDue = phase === 'open' && !isLeftOpen(one, now) && (firstInAt === null || (kind === 'in-out' && isInside))
  const times = [
    firstInAt !== null && t('own.inAt', { time: clockText(firstInAt) }),
    lastOutAt !== null && !isInside && t('own.outAt', { time: clockText(lastOutAt) }),
    kind === 'in-out' && isInside && t('own.inside'),
    minutes > 0 && t('attendance.minuteCount', { count: minutes }),
  ].filter(Boolean)
  return (
    <li data-due={isDue}>
      <div>
        <strong>{title}</strong>
        <p className="sy-note sy-number">{spanText(startsAt, endsAt)}</p>
        {times.length > 0 && <p className="sy-note sy-number">{times.join(' · ')}</p>}
        {makesUpFor !== undefined && <p className="sy-note">{t('own.makesUp', { title: makesUpFor })}</p>}
        {makeUp !== undefined && <p className="sy-note">{t('own.canMakeUp', { title: makeUp })}</p>}
        {correction !== null && <p className="sy-note">{t('own.corrected', { reason: correction })}</p>}
        {isDue && <p className="at-due">{t(ways.includes('qr') ? 'own.open' : 'own.openScan')}</p>}
      </div>
      <div className="at-own-state">
        {state === null && phase === 'coming' ? (
          <small className="sy-note">{t('lists.phase.coming')}</small>
        ) : (
          <StateMark state={state} />
        )}
        {leave && (
          <Tag color={leaveColors[leave.state]}>{t('own.leave', { state: t(`leaveStates.${leave.state}`) })}</Tag>
        )}
        {leave && leave.decision !== '' && <small className="sy-note">{leave.decision}</small>}
        {(leave?.state === 'pending' || leave?.state === 'agreed') && now < startsAt && (
          <ConfirmButton
            size="small"
            question={t('own.withdrawQuestion')}
            onConfirm={async () => {
              await call(attendance.withdrawLeave, { params: { id: classId, leaveId: leave.id } })
              notify('success', t('own.withdrawn'))
            }}
          >
            {t('own.withdraw')}
          </ConfirmButton>
        )}
        {one.mayAskLeave && (
          <button type="button" className="sy-link at-ask" onClick={onAsk}>
            {t('own.askLeave')}
            <span className="sy-visually-hidden"> {title}</span>
          </button>
        )}
      </div>
    </li>
  )
}
