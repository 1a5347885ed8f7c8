import '../live.css'
import '../detail/detail.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { call, outdate, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Live } from '../../contract/shapes.ts'
import { live as liveContract } from '../../contract.ts'
import { liveCalls } from '../calls.ts'
import { AfterRoom } from '../detail/AfterRoom.tsx'
import { RoomScreen } from '../detail/RoomScreen.tsx'
import { useLive } from '../detail/use-live.ts'
import { entryOf, organizerIdentity, urlTypeOf } from '../form/buttons.ts'
import { openRoomWindow } from '../form/room-window.ts'
import { mayCopy, seesAttendance } from '../parts/AfterEnd.tsx'
import { LiveCover } from '../parts/LiveCover.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { livePaths } from '../paths.ts'
import { useLiveScreen } from '../use-live-screen.ts'

const legacyPages = '/activity/gensee/'

/**
 * The control page of a live session: for its host on the start page, for its lecturers on theirs (LIVE-008, LIVE-010,
 * LIVE-012).
 */
export function StartPage({ entry }: { entry: 'host' | 'lecturer' }) {
  useLiveScreen()
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const calls = liveCalls(pathname.startsWith(legacyPages) ? 0 : 3)
  const found = useLive(q(entry === 'host' ? calls.live : calls.front, { params: { id } }))
  const supplier = useQuery(q(liveContract.supplier, {}, { quiet: true }))
  usePageTitle(found.data?.subject)
  if (found.isPending || supplier.isPending) return <LoadingState shape="spinner" />
  if (!found.data) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  const live = found.data
  if (live.status !== 1 && live.status !== 2) return <NotNow live={live} />
  const isOurs = live.supplier === 3 || supplier.data?.engine !== 'bigbluebutton'
  return isOurs ? <OwnRoom live={live} /> : <VendorRoom live={live} entry={entry} />
}

function OwnRoom({ live }: { live: Live }) {
  const navigate = useNavigate()
  const leave = () => {
    // It may have started or ended meanwhile.
    outdate(liveContract.front, liveCalls(0).front)
    void navigate(livePaths.detail(live.id, live.supplier))
  }
  return <RoomScreen roomId={live.id} onLeave={leave} afterEnd={<AfterRoom live={live} onLeave={leave} />} />
}

function NotNow({ live }: { live: Live }) {
  const t = useText('live')
  return (
    <EmptyState
      page
      title={t(live.status === 3 ? 'stage.ended' : 'stage.notYet')}
      description={
        <>
          <StateTag state={live.displayStatus} /> {t('stage.refusedHint')}
        </>
      }
      action={
        <>
          <Link className="sy-button" to={livePaths.detail(live.id, live.supplier)}>
            {t(live.replay === 'none' ? 'stage.toDetail' : 'detail.watchReplay')}
          </Link>
          {live.status === 3 && seesAttendance(live) && (
            <Link className="sy-button sy-button-plain" to={livePaths.attendance(live.id)}>
              {t('after.attendance')}
            </Link>
          )}
          {live.status === 3 && mayCopy(live) && (
            <Link className="sy-button sy-button-plain" to={livePaths.copy(live.id)}>
              {t('after.copy')}
            </Link>
          )}
          {live.role !== 'viewer' && (
            <Link className="sy-button sy-button-plain" to={livePaths.manage}>
              {t('stage.toManage')}
            </Link>
          )}
        </>
      }
    />
  )
}

/** A provider's room opens in a window of its own. */
function VendorRoom({ live, entry }: { live: Live; entry: 'host' | 'lecturer' }) {
  const t = useText('live')
  const { busy, run } = useAction()
  const open = () => {
    if (busy) return
    const room = openRoomWindow()
    return run(
      async () => {
        const { start, enterUrl } = liveCalls(live.supplier)
        const params = { id: live.id }
        // The host's entry also starts the live session.
        if (entry === 'host' && live.status === 1) await call(start, { params })
        const query = { identity: organizerIdentity, urlType: urlTypeOf[entry] }
        room.leadTo(entryOf(await call(enterUrl, { params, query }), live.executionMode))
        outdate(start)
      },
      { onFailure: () => room.close() },
    )
  }
  return (
    <div className="sy-column sy-gap-4 lv-start">
      <LiveCover subject={live.subject} path={live.coverPath} />
      <h1 tabIndex={-1}>{live.subject}</h1>
      <p>
        <StateTag state={live.displayStatus} /> {t(entry === 'host' ? 'stage.title' : 'stage.lecturerTitle')}
      </p>
      <button type="button" className="sy-inline sy-gap-2 lv-go" aria-busy={busy} onClick={() => void open()}>
        <Icon name="external" size={18} />
        {t('stage.open')}
      </button>
      <p className="sy-faint">{t('stage.vendor')}</p>
      <p className="sy-faint">{t('stage.vendorHint')}</p>
      <Link to={livePaths.detail(live.id, live.supplier)}>{t('stage.toDetail')}</Link>
    </div>
  )
}
