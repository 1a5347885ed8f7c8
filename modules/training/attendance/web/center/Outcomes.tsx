import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { useRefusalText } from '#web/ui/ErrorState.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { CheckedIn, Claim } from '../../contract/checking-in.ts'
import { clockText } from '../parts/times.ts'
import { attendancePaths } from '../paths.ts'
import { pathIn, type Refusal } from './outcome.ts'

const QrScanner = lazy(() =>
  import('../scanning/QrScanner.tsx').then(({ QrScanner: default_ }) => ({ default: default_ })),
)

/** Something is on its way. */
export function Waiting({ text }: { text: string }) {
  return (
    <div className="at-outcome" role="status">
      <span className="sy-spinner" aria-hidden="true" />
      <h1 tabIndex={-1}>{text}</h1>
    </div>
  )
}

interface SayProps {
  readonly look: 'good' | 'warning' | 'bad'
  readonly icon: IconName
  readonly title: ReactNode
  readonly children?: ReactNode
}

function Say({ look, icon, title, children }: SayProps) {
  return (
    <div className="at-outcome" data-look={look} role={look === 'good' ? 'status' : 'alert'}>
      <span className="at-outcome-mark">
        <Icon name={icon} size={44} />
      </span>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  )
}

export function Done({ done, claim }: { done: CheckedIn; claim: Claim }) {
  const t = useText('attendance')
  const { direction, state, at, minutes } = done
  const isLate = direction === 'in' ? state === 'late' : state === 'early'
  const key = direction === 'in' ? (isLate ? 'late' : 'present') : isLate ? 'early' : 'out'
  return (
    <>
      <Say look={isLate ? 'warning' : 'good'} icon={isLate ? 'clock' : 'check'} title={t(`checkIn.done.${key}`)}>
        <p className="at-outcome-time sy-number">{clockText(at)}</p>
        <p>
          {claim.title}
          <small className="sy-note">{claim.className}</small>
        </p>
        {direction === 'out' && <p className="sy-note">{t('checkIn.minutes', { count: minutes })}</p>}
        {isLate && <p className="sy-note">{t('checkIn.lateHint')}</p>}
      </Say>
      <Link className="sy-button sy-button-large sy-button-plain" to={attendancePaths.class(claim.classId)}>
        {t('checkIn.toClass')}
      </Link>
    </>
  )
}

export function Refused({ refusal, onRetry }: { refusal: Refusal; onRetry: () => void }) {
  const t = useText('attendance')
  const navigate = useNavigate()
  const [isScanning, setScanning] = useState(false)
  const [isOther, setOther] = useState(false)
  const follow = (text: string) => {
    const path = pathIn(text)
    setOther(path === undefined)
    if (path !== undefined) void navigate(path, { replace: true })
  }
  if (isScanning)
    return (
      <>
        <h1 tabIndex={-1}>{t('checkIn.again')}</h1>
        <Suspense fallback={<LoadingState shape="spinner" />}>
          <QrScanner onCode={follow} />
        </Suspense>
        {isOther && <p role="alert">{t('checkIn.notACode')}</p>}
      </>
    )
  return (
    <>
      <RefusalText refusal={refusal} />
      {refusal.kind === 'expired' && (
        <button type="button" className="sy-button sy-button-large" onClick={() => setScanning(true)}>
          <Icon name="qr" size={18} />
          {t('checkIn.again')}
        </button>
      )}
      {refusal.kind === 'offline' && (
        <button type="button" className="sy-button sy-button-large" onClick={onRetry}>
          {t('checkIn.retry')}
        </button>
      )}
      <Link className="sy-button sy-button-large sy-button-plain" to="/train-new">
        {t('checkIn.toClasses')}
      </Link>
    </>
  )
}

function RefusalText({ refusal }: { refusal: Refusal }) {
  const t = useText('attendance')
  const other = useRefusalText(refusal.kind === 'other' ? refusal.error : undefined)
  switch (refusal.kind) {
    case 'expired':
      return (
        <Say look="warning" icon="refresh" title={t('checkIn.expired')}>
          <p>{t('checkIn.expiredHint')}</p>
        </Say>
      )
    case 'no-tries':
      return (
        <Say look="bad" icon="lock" title={t('checkIn.other')}>
          <p>{t('checkIn.noTries')}</p>
        </Say>
      )
    case 'already':
      return (
        <Say look="good" icon="check" title={t('checkIn.already')}>
          <At label={t('checkIn.alreadyAt')} at={refusal.at} />
        </Say>
      )
    case 'not-open':
      return (
        <Say look="warning" icon="clock" title={t('checkIn.notOpen')}>
          <At label={t('checkIn.opensAt')} at={refusal.at} />
        </Say>
      )
    case 'closed':
      return (
        <Say look="bad" icon="clock" title={t('checkIn.closed')}>
          <At label={t('checkIn.closedAt')} at={refusal.at} />
          <p>{t('checkIn.closedHint')}</p>
        </Say>
      )
    case 'stranger':
      return (
        <Say look="bad" icon="users" title={t('checkIn.stranger')}>
          <p>{t('checkIn.strangerHint')}</p>
        </Say>
      )
    case 'device':
      return (
        <Say look="bad" icon="phone" title={t('checkIn.device')}>
          <p>{t('checkIn.deviceHint')}</p>
        </Say>
      )
    case 'not-in':
      return (
        <Say look="warning" icon="info" title={t('checkIn.notIn')}>
          <p>{t('checkIn.notInHint')}</p>
        </Say>
      )
    case 'offline':
      return (
        <Say look="warning" icon="alert" title={t('checkIn.offline')}>
          <p>{t('checkIn.offlineHint')}</p>
        </Say>
      )
    case 'other':
      return (
        <Say look="bad" icon="alert" title={t('checkIn.other')}>
          <p>{other}</p>
        </Say>
      )
  }
}

function At({ label, at }: { label: string; at: number | undefined }) {
  if (at === undefined) return null
  return (
    <p>
      {label} <DateText value={at} />
    </p>
  )
}
