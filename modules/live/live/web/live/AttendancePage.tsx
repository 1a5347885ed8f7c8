import '../live.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AttendanceTable } from '#modules/live/rooms/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Live } from '../../contract/shapes.ts'
import { live as liveContract } from '../../contract.ts'
import { AfterEnd } from '../parts/AfterEnd.tsx'
import { isOver } from '../parts/facts.ts'
import { livePaths } from '../paths.ts'

/** The figures and the attendance of a live session: for its host, and for managers. */
export default function AttendancePage() {
  const t = useText('live')
  const { id = '' } = useParams()
  const found = useQuery(q(liveContract.live, { params: { id } }, { quiet: true, handles: 'all' }))
  const live = found.data
  usePageTitle(live?.subject)
  return (
    <>
      <PageHeader
        title={t('after.attendance')}
        description={live?.subject ?? t('detail.attendanceHint')}
        back={<Link to={livePaths.detail(id, live?.supplier)}>{t('detail.backToLive')}</Link>}
        actions={live && isOver(live) && <AfterEnd live={live} withoutAttendance />}
      />
      {found.isPending ? (
        <div className="lv-waiting">
          <LoadingState rows={8} />
        </div>
      ) : (
        <>
          <section className="lv-figures" aria-label={t('after.figures')}>
            {live && <Figures live={live} />}
            <p className="sy-faint">{t('detail.attendanceHint')}</p>
          </section>
          <AttendanceTable roomId={id} />
        </>
      )}
    </>
  )
}

/** From the reservation to the rating. */
function Figures({ live }: { live: Live }) {
  const t = useText('live')
  const { subNumber, attendNumber, viewersPeak, avgScore } = live
  return (
    <Facts
      items={[
        [t('after.reserved'), <NumberText key="reserved" value={subNumber} />],
        [t('after.attended'), <NumberText key="attended" value={attendNumber} />],
        [t('after.peak'), <NumberText key="peak" value={viewersPeak} />],
        [t('after.score'), avgScore > 0 ? avgScore.toFixed(1) : '–'],
      ]}
    />
  )
}
