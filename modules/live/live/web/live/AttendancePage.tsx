import { Link, useParams } from 'react-router'
import { AttendanceTable } from '#modules/live/rooms/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { livePaths } from '../paths.ts'

/** The attendance of a live session: for its host, and for managers. */
export default function AttendancePage() {
  const t = useText('live')
  const { id = '' } = useParams()
  return (
    <>
      <PageHeader
        title={t('detail.attendanceLink')}
        description={t('detail.attendanceHint')}
        back={<Link to={livePaths.detail(id)}>{t('detail.backToLive')}</Link>}
      />
      <AttendanceTable roomId={id} />
    </>
  )
}
