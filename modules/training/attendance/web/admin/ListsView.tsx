import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import type { CheckIn } from '../../contract/check-ins.ts'
import { attendance } from '../../contract.ts'
import { FigureBar } from '../parts/FigureBar.tsx'
import { isLeftOpen, type Phase, phaseOf } from '../parts/phase.ts'
import { besideText, spanText } from '../parts/times.ts'
import { attendancePaths } from '../paths.ts'
import { CheckInDialog, endedInput } from './CheckInDialog.tsx'
import { SeveralDialog } from './SeveralDialog.tsx'

/** Figures are looked at again so often while participants check in, and otherwise. */
const OPEN_MS = 3000
const QUIET_MS = 30_000
/** Counting takes longer the more participants are in the more lists: so many of them a millisecond. */
const COUNTED_PER_MS = 50

function lookAgainMs(checkIns: readonly CheckIn[], now: number): number {
  if (!checkIns.some((one) => phaseOf(one, now) === 'open')) return QUIET_MS
  const counted = checkIns.length * (checkIns[0]?.figures.participants ?? 0)
  return Math.min(QUIET_MS, Math.max(OPEN_MS, counted / COUNTED_PER_MS))
}

type Shown = Phase | 'left-open'

const phaseColors = { open: 'processing', coming: 'warning', 'left-open': 'error', over: undefined } as const

/** In a class that is closed or revoked nobody checks in, whatever the times of a list are. */
function shownPhase(one: CheckIn, now: number, isClassOver: boolean): Shown {
  const phase = phaseOf(one, now)
  if (phase === 'open' && isClassOver) return 'over'
  return isLeftOpen(one, now) ? 'left-open' : phase
}

interface Props {
  readonly classId: string
  readonly isOpen: boolean
  /** The class is closed or revoked. */
  readonly isOver: boolean
}

/** The check-in lists of a class, with how many have come. */
export function ListsView({ classId, isOpen, isOver }: Props) {
  const t = useText('attendance')
  const [edited, setEdited] = useState<CheckIn | 'new' | 'several'>()
  const { data, error, refetch } = useQuery({
    ...q(attendance.checkIns, { params: { id: classId } }, { quiet: true }),
    refetchInterval: ({ state: { data: known } }) => (known ? lookAgainMs(known.checkIns, known.serverTime) : QUIET_MS),
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={5} />
  const { checkIns, serverTime } = data
  const titles = new Map(checkIns.map((one) => [one.id, one.title]))
  const buttons = isOpen && (
    <div className="sy-actions">
      <Button type="primary" onClick={() => setEdited('new')}>
        {t('lists.add')}
      </Button>
      <Button onClick={() => setEdited('several')}>{t('lists.addAll')}</Button>
    </div>
  )
  return (
    <>
      {checkIns.length === 0 ? (
        <EmptyState title={t('lists.none')} description={t('lists.noneHint')} action={buttons || undefined} />
      ) : (
        <>
          {buttons}
          <ul className="at-lists">
            {checkIns.map((one) => (
              <ListCard
                key={one.id}
                classId={classId}
                one={one}
                phase={shownPhase(one, serverTime, isOver)}
                now={serverTime}
                makesUpFor={one.makesUpFor === null ? undefined : titles.get(one.makesUpFor)}
                isOpen={isOpen}
                onEdit={() => setEdited(one)}
              />
            ))}
          </ul>
        </>
      )}
      {edited === 'several' && <SeveralDialog classId={classId} onClose={() => setEdited(undefined)} />}
      {edited !== undefined && edited !== 'several' && (
        <CheckInDialog classId={classId} edited={edited} others={checkIns} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

interface CardProps {
  readonly classId: string
  readonly one: CheckIn
  readonly phase: Shown
  readonly now: number
  readonly makesUpFor: string | undefined
  readonly isOpen: boolean
  readonly onEdit: () => void
}

function ListCard({ classId, one, phase, now, makesUpFor, isOpen, onEdit }: CardProps) {
  const t = useText('attendance')
  const { id, title, startsAt, endsAt, opensAt, closesAt, kind, ways, figures, place, codeWord } = one
  return (
    <li className="sy-card at-list" data-phase={phase}>
      <div className="at-list-head">
        <h2>
          <Link className="sy-quiet" to={attendancePaths.session(classId, id)}>
            {title}
          </Link>
        </h2>
        <Tag color={phaseColors[phase]}>{t(`lists.phase.${phase}`)}</Tag>{' '}
        {makesUpFor !== undefined && <Tag>{t('lists.makesUp', { title: makesUpFor })}</Tag>}
        <p className="sy-note">
          <span className="sy-number">{spanText(startsAt, endsAt)}</span>
          {phase === 'coming' && <span> · {t('lists.opens', { time: besideText(opensAt, startsAt) })}</span>}
          {(phase === 'open' || phase === 'left-open') && (
            <span> · {t('lists.closes', { time: besideText(closesAt, startsAt) })}</span>
          )}
        </p>
        {phase === 'left-open' && (
          <p className="sy-note">{t('lists.leftOpen', { time: besideText(endsAt, startsAt) })}</p>
        )}
        <p className="sy-note">
          {[
            t(`kinds.${kind}`),
            ...ways.map((way) => t(`ways.${way}`)),
            ...(codeWord === '' ? [] : [t('lists.word')]),
            ...(place ? [t('lists.place')] : []),
          ].join(' · ')}
        </p>
      </div>
      <div className="at-list-figures">
        <p className="at-came">
          <b>{figures.checkedIn}</b> / {figures.participants}
          <span className="sy-visually-hidden">
            {t('lists.came', { came: figures.checkedIn, count: figures.participants })}
          </span>
          {kind === 'in-out' && phase === 'open' && (
            <small className="sy-note">{t('lists.inside', { count: figures.inside })}</small>
          )}
        </p>
        <FigureBar figures={figures} />
      </div>
      <div className="sy-actions at-list-actions">
        {isOpen && phase === 'left-open' && <EndButton classId={classId} one={one} now={now} />}
        {isOpen && phase !== 'over' && ways.includes('qr') && (
          <Link
            className={`sy-button sy-button-small ${phase === 'open' ? '' : 'sy-button-plain'}`}
            to={attendancePaths.screen(classId, id)}
            target="_blank"
          >
            <Icon name="qr" size={16} />
            {t('lists.show')}
          </Link>
        )}
        {isOpen && ways.includes('scan') && (
          <Link className="sy-button sy-button-plain sy-button-small" to={attendancePaths.scan(classId, id)}>
            <Icon name="phone" size={16} />
            {t('lists.scan')}
          </Link>
        )}
        <Link className="sy-button sy-button-plain sy-button-small" to={attendancePaths.session(classId, id)}>
          {t('lists.records')}
        </Link>
        {isOpen && (
          <>
            <Button type="text" onClick={onEdit}>
              {t('lists.change')}
            </Button>
            <ConfirmButton
              type="text"
              danger
              question={t('lists.deleteQuestion', { title })}
              consequence={t('lists.deleteConsequence')}
              onConfirm={async () => {
                await call(attendance.deleteCheckIn, { params: { id: classId, checkInId: id } })
                notify('success', t('lists.deleted'))
              }}
            >
              {t('lists.delete')}
            </ConfirmButton>
          </>
        )}
      </div>
    </li>
  )
}

function EndButton({ classId, one, now }: { classId: string; one: CheckIn; now: number }) {
  const t = useText('attendance')
  const { id, title, revision } = one
  return (
    <ConfirmButton
      type="primary"
      question={t('lists.endQuestion', { title })}
      consequence={t('lists.endConsequence')}
      confirmText={t('lists.end')}
      onConfirm={async () => {
        const body = { ...endedInput(one, now), revision }
        await call(attendance.changeCheckIn, { params: { id: classId, checkInId: id }, body })
        notify('success', t('lists.ended'))
      }}
    >
      {t('lists.end')}
    </ConfirmButton>
  )
}
