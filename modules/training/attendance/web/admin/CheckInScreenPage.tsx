import './check-in-screen.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { Display } from '../../contract/checking-in.ts'
import { type Direction, directions } from '../../contract/states.ts'
import { attendance } from '../../contract.ts'
import { clockText, spanText } from '../parts/times.ts'
import { useNow } from '../parts/use-now.ts'
import { useWakeLock } from '../parts/use-wake-lock.ts'
import { attendancePaths } from '../paths.ts'
import { CodePlace } from './CodePlace.tsx'

/** How many have come is looked at again so often. */
const LOOK_MS = 2000
/** The next code is there this long after it is due at the latest. */
const MARGIN_MS = 80

/** What the screen in the room shows: the code that changes, and who has come. */
export default function CheckInScreenPage() {
  const { id = '', listId = '' } = useParams()
  const [query, setQuery] = useSearchParams()
  const direction = directions.find((one) => one === query.get('direction'))
  useWakeLock()
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...q(
      attendance.checkInDisplay,
      { params: { id, checkInId: listId }, query: direction ? { direction } : {} },
      { quiet: true },
    ),
    refetchInterval: ({ state }) => Math.min(LOOK_MS, (state.data?.code?.changesInMs ?? LOOK_MS) + MARGIN_MS),
    refetchIntervalInBackground: true,
  })
  if (!data)
    return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState shape="spinner" />
  return (
    <CheckInScreen
      display={data}
      shownAt={dataUpdatedAt}
      classPath={attendancePaths.managed(id)}
      onDirection={(next) => setQuery({ direction: next }, { replace: true })}
    />
  )
}

interface Props {
  readonly display: Display
  /** When the answer came, by the clock of this device. */
  readonly shownAt: number
  readonly classPath: string
  readonly onDirection: (direction: Direction) => void
}

export function CheckInScreen({ display, shownAt, classPath, onDirection }: Props) {
  const t = useText('attendance')
  const now = useNow(250)
  const { className, title, startsAt, endsAt, kind, direction, codeWord, needsPlace } = display
  return (
    <div className="at-screen">
      <header className="at-screen-head">
        <div>
          <p>{className}</p>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="sy-number">{spanText(startsAt, endsAt)}</p>
        </div>
        <div className="at-screen-tools">
          {kind === 'in-out' && (
            <Choice<Direction>
              label={t('screen.direction')}
              options={directions.map((value) => ({ value, label: t(`directions.${value}`) }))}
              value={direction}
              onChange={onDirection}
            />
          )}
          <FullScreenButton />
          <Link className="sy-icon-button" to={classPath} aria-label={t('screen.back')}>
            <Icon name="close" />
          </Link>
        </div>
      </header>
      <div className="at-screen-body">
        <CodePlace display={display} shownAt={shownAt} now={now} />
        <div className="at-screen-side">
          {codeWord !== '' && (
            <p className="at-screen-word">
              <span>{t('screen.word')}</span>
              <b>{codeWord}</b>
            </p>
          )}
          <Counts display={display} />
          <Latest latest={display.latest} />
        </div>
      </div>
      <footer className="at-screen-foot">
        <Icon name="info" size={16} />
        {t(needsPlace || codeWord === '' ? 'screen.limits' : 'screen.limitsWord')}
      </footer>
    </div>
  )
}

function Counts({ display: { figures, kind } }: { display: Display }) {
  const t = useText('attendance')
  return (
    <dl className="at-screen-counts">
      <div>
        <dt>{t('screen.came')}</dt>
        <dd>
          <b>{figures.checkedIn}</b> <span>{t('screen.of', { count: figures.participants })}</span>
        </dd>
      </div>
      {kind === 'in-out' && (
        <div>
          <dt>{t('screen.inside')}</dt>
          <dd>
            <b>{figures.inside}</b>
          </dd>
        </div>
      )}
    </dl>
  )
}

function Latest({ latest }: { latest: Display['latest'] }) {
  const t = useText('attendance')
  return (
    <section className="at-screen-latest" aria-label={t('screen.latest')}>
      <h2>{t('screen.latest')}</h2>
      {latest.length === 0 ? (
        <p className="sy-faint">{t('screen.noOne')}</p>
      ) : (
        <ul>
          {latest.map(({ id, fullName, at, direction }) => (
            <li key={`${id} ${at}`}>
              <span className="sy-one-line">{fullName}</span>
              {direction === 'out' && <small>{t('directions.out')}</small>}
              <time className="sy-number">{clockText(at)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function FullScreenButton() {
  const t = useText('attendance')
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  // Phones of Apple have none.
  if (typeof document.documentElement.requestFullscreen !== 'function') return null
  const change = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <button
      type="button"
      className="sy-button sy-button-plain sy-button-small"
      onClick={() => void change().catch(() => undefined)}
    >
      {t(isFull ? 'screen.leaveFullScreen' : 'screen.fullScreen')}
    </button>
  )
}
