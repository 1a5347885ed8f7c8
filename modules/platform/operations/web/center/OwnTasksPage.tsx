import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TaskList } from '../parts/TaskList.tsx'

/** The member's imports, exports and conversions with live progress. */
export default function OwnTasksPage() {
  const t = useText('operations')
  return (
    <>
      <PageHeader
        title={t('tasks.ownTitle')}
        description={t('tasks.ownDescription')}
        back={<Link to="/center">{t('up')}</Link>}
      />
      <TaskList scope="own" />
    </>
  )
}
