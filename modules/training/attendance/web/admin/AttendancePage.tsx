import '../parts/attendance.css'
import './attendance-admin.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useParams, useSearchParams } from 'react-router'
import { classes } from '#modules/training/classes/contract.ts'
import { ClassTabs } from '#modules/training/classes/web.tsx'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { attendance } from '../../contract.ts'
import { JournalView } from './JournalView.tsx'
import { LeaveView } from './LeaveView.tsx'
import { ListsView } from './ListsView.tsx'
import { SheetView } from './SheetView.tsx'

const views = ['lists', 'sheet', 'leave', 'journal'] as const
type View = (typeof views)[number]

/** The attendance of one class for those who run it. */
export default function AttendancePage() {
  const t = useText('attendance')
  const { id = '' } = useParams()
  const [query, setQuery] = useSearchParams()
  const view = views.find((one) => one === query.get('tab')) ?? 'lists'
  const one = useQuery(q(classes.editedClass, { params: { id } }))
  const { busy, run } = useAction()
  const isOver = one.data !== undefined && [7, 8].includes(one.data.state)
  const isOpen = one.data !== undefined && !isOver
  return (
    <>
      <PageHeader
        title={one.data?.name ?? t('attendance.title')}
        back={<Link to="/admin/classes">{t('attendance.allClasses')}</Link>}
        actions={
          <Button
            icon={<Icon name="download" size={16} />}
            loading={busy}
            onClick={() => void run(() => download(attendance.exportAttendance, { params: { id } }))}
          >
            {t('attendance.export')}
          </Button>
        }
      />
      <ClassTabs classId={id} active="/admin/classes/:id/attendance" />
      <div id="class-panel" role="tabpanel" aria-label={t('attendance.title')} className="at-panel">
        {one.data?.state === 7 && <p className="sy-callout">{t('attendance.closed')}</p>}
        <Choice<View>
          label={t('attendance.views')}
          options={views.map((value) => ({ value, label: t(`attendance.view.${value}`) }))}
          value={view}
          onChange={(next) => setQuery(next === 'lists' ? {} : { tab: next }, { replace: true })}
        />
        {view === 'lists' && <ListsView classId={id} isOpen={isOpen} isOver={isOver} />}
        {view === 'sheet' && <SheetView classId={id} isOpen={isOpen} />}
        {view === 'leave' && <LeaveView classId={id} isOpen={isOpen} />}
        {view === 'journal' && <JournalView classId={id} />}
      </div>
    </>
  )
}
