import '../scanning/scan-page.css'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { type Direction, directions } from '../../contract/states.ts'
import { phaseOf } from '../parts/phase.ts'
import { clockText } from '../parts/times.ts'
import { useNow } from '../parts/use-now.ts'
import { useWakeLock } from '../parts/use-wake-lock.ts'
import { attendancePaths } from '../paths.ts'
import { NameSearch } from '../scanning/NameSearch.tsx'
import { QrScanner } from '../scanning/QrScanner.tsx'
import { LastScan, RecentScans } from '../scanning/RecentScans.tsx'
import { ShortCodeForm } from '../scanning/ShortCodeForm.tsx'
import { SyncState } from '../scanning/SyncState.tsx'
import { type ShownScan, useScanner } from '../scanning/use-scanner.ts'

/** Staff scan the codes of participants, also while the network is away. */
export default function ScanPage() {
  const { id = '', listId = '' } = useParams()
  const { user } = useSession()
  return <Scanner key={listId} classId={id} checkInId={listId} staffId={user?.id ?? ''} />
}

interface Props {
  readonly classId: string
  readonly checkInId: string
  readonly staffId: string
}

function Scanner(place: Props) {
  const t = useText('attendance')
  useWakeLock()
  const scanner = useScanner(place)
  const { list, where, error } = scanner
  const [direction, setDirection] = useState<Direction>('in')
  const [last, setLast] = useState<string>()
  const members = useMemo(() => new Map(list?.data.members.map((one) => [one.memberId, one])), [list])
  if (!list || !where)
    return error ? <ErrorState page error={error} onRetry={scanner.reload} /> : <LoadingState shape="spinner" />
  const { className, title, kind } = list.data
  const said = (result: Promise<ShownScan | undefined>) =>
    void result.then((scan) => {
      setLast(scan?.id)
      navigator.vibrate?.(scan?.local === 'ok' ? 60 : [60, 80, 60])
    })
  const came = [...where.values()].filter(({ at }) => at !== null).length
  const lastScan = scanner.shown.find((scan) => scan.id === last)
  return (
    <div className="at-scan">
      <header className="at-scan-head">
        <Link className="sy-icon-button" to={attendancePaths.managed(place.classId)} aria-label={t('scanner.back')}>
          <Icon name="arrow-left" />
        </Link>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="sy-note">{className}</p>
        </div>
        <p className="at-scan-count sy-number">
          <b>{came}</b> / {list.data.members.length}
        </p>
      </header>
      <SyncState
        state={scanner.queueState}
        isKept={scanner.isKept}
        loadedAt={list.clock.deviceTime}
        onSend={scanner.sendNow}
      />
      <Window times={list.data} offset={list.clock.serverTime - list.clock.deviceTime} />
      <div className="at-scan-body">
        <div className="at-scan-main">
          {kind === 'in-out' && (
            <Choice<Direction>
              label={t('scanner.direction')}
              options={directions.map((value) => ({ value, label: t(`directions.${value}`) }))}
              value={direction}
              onChange={setDirection}
            />
          )}
          <LastScan scan={lastScan} member={lastScan && members.get(lastScan.memberId)} />
          <QrScanner onCode={(text) => said(scanner.scanned(text, direction))} />
          <ShortCodeForm onShort={(short) => said(scanner.typed(short, direction))} />
        </div>
        <div className="at-scan-side">
          <NameSearch
            data={list.data}
            where={where}
            direction={direction}
            onPick={(member) => said(scanner.picked(member, direction))}
          />
          <RecentScans shown={scanner.shown} members={members} />
        </div>
      </div>
    </div>
  )
}

/** Outside of its times a scan is marked, not lost: whoever scans has to know. */
function Window({ times, offset }: { times: { opensAt: number; closesAt: number }; offset: number }) {
  const t = useText('attendance')
  const phase = phaseOf(times, useNow(10_000) + offset)
  if (phase === 'open') return null
  return (
    <p className="sy-callout">
      {t('scanner.outside')}
      <span className="sy-note sy-number">
        {' '}
        {clockText(times.opensAt)}–{clockText(times.closesAt)}
      </span>
    </p>
  )
}
