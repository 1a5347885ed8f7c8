import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { TaskList } from '../parts/TaskList.tsx'
import { JobQueue } from './JobQueue.tsx'

const PANEL = 'tasks-panel'

/** All background tasks of the company, and the job queue. */
export default function TasksPage() {
  const t = useText('operations')
  const [tab, setTab] = useState<'tasks' | 'queue'>('tasks')
  return (
    <>
      <PageHeader title={t('tasks.title')} description={t('tasks.description')} />
      <TabBar
        label={t('tasks.title')}
        tabs={[
          { key: 'tasks', title: t('tasks.tasks') },
          { key: 'queue', title: t('tasks.queue') },
        ]}
        active={tab}
        onChange={setTab}
        panelId={PANEL}
      />
      <div
        id={PANEL}
        className="tasks-panel"
        role="tabpanel"
        aria-label={t(tab === 'tasks' ? 'tasks.tasks' : 'tasks.queue')}
      >
        {tab === 'tasks' ? <TaskList scope="company" /> : <JobQueue />}
      </div>
    </>
  )
}
