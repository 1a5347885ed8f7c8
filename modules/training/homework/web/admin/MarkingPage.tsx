import '../parts/homework.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { homework } from '../../contract.ts'
import { VersionView } from '../parts/VersionView.tsx'
import { WorkTag } from '../parts/WorkTag.tsx'
import { homeworkPaths } from '../paths.ts'
import { MarkForm } from './MarkForm.tsx'

/** What one participant has handed in, beside the mark that it is given. */
export default function MarkingPage() {
  const t = useText('homework')
  const { id = '', activityId = '', memberId = '' } = useParams()
  const params = { id, activityId }
  const task = useQuery(q(homework.homeworkTask, { params }))
  const work = useQuery(q(homework.memberHomework, { params: { ...params, memberId } }))
  const failed = task.error ?? work.error
  if (failed && !(task.data && work.data))
    return <ErrorState page error={failed} onRetry={() => void Promise.all([task.refetch(), work.refetch()])} />
  if (!task.data || !work.data) return <LoadingState rows={6} />
  const { member, history, state } = work.data
  const [newest] = history
  return (
    <>
      <PageHeader
        back={<Link to={homeworkPaths.ofClass(id, activityId)}>{task.data.name}</Link>}
        title={member.fullName}
        description={member.organizationName}
        actions={<WorkTag work={work.data} />}
      />
      <div className="hw-layout">
        <div className="sy-column sy-gap-4">
          <section className="sy-card hw-card" aria-label={t('version.title')}>
            <h2>{t('version.title')}</h2>
            {history.length === 0 && <p className="sy-note">{t('state.open')}</p>}
            {history.map((version) => (
              <VersionView key={version.id} version={version} />
            ))}
          </section>
          <details className="sy-card hw-card">
            <summary>{t('task.title')}</summary>
            <p className="hw-text">{task.data.text}</p>
          </details>
        </div>
        <aside className="sy-card hw-card sy-column sy-gap-3" aria-label={t('mark.title')}>
          <Person name={member.fullName} path={member.avatarPath} note={member.organizationName} />
          {newest && !task.data.isClosed && (state === 'waiting' || state === 'marked') ? (
            <MarkForm key={newest.id} params={{ ...params, memberId }} task={task.data} version={newest} />
          ) : (
            <p className="sy-note">{t(task.data.isClosed ? 'obstacle.closed' : `marking.nothing.${state}`)}</p>
          )}
        </aside>
      </div>
    </>
  )
}
