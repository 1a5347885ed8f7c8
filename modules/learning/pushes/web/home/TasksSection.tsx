import '../parts/pushes.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { pushes } from '../../contract.ts'
import { TaskRow } from '../parts/TaskRow.tsx'
import { pushPaths } from '../paths.ts'

const SHOWN = 3

/** The member's open learning tasks, next due first; hidden without any. */
export default function TasksSection() {
  const t = useText('pushes')
  const tasks = useQuery(q(pushes.ownPushes, { query: { state: 'open', pageSize: SHOWN } }, { quiet: true }))
  if (!tasks.data || tasks.data.openCount === 0) return null
  const { items, openCount } = tasks.data
  return (
    <HomeSection
      title={t('own.title')}
      more={<Link to={pushPaths.own}>{openCount > SHOWN ? t('own.all', { count: openCount }) : t('own.more')}</Link>}
    >
      <div className="sy-grid sy-gap-3">
        {items.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </div>
    </HomeSection>
  )
}
