import '../parts/pushes.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { pushes } from '../../contract.ts'
import { ContentList } from '../parts/ContentList.tsx'
import { Bar, DueText, TaskTag } from '../parts/Tags.tsx'
import { pushPaths } from '../paths.ts'

/** `#/center/student-study-pack-detail/{id}`: a learning package for the member who was pushed it (COURSE-007). */
export default function StudyPackPage() {
  const t = useText('pushes')
  const { id = '' } = useParams()
  const pack = useQuery(q(pushes.ownPush, { params: { id } }))
  if (pack.isError && !pack.data) return <ErrorState page error={pack.error} onRetry={() => void pack.refetch()} />
  if (!pack.data) return <LoadingState rows={8} />
  const { name, sender, pushTime, finishTime, taskStatus, percent, isOverdue, isRevoked, description } = pack.data
  const { finishedCount, requiredCount } = pack.data
  return (
    <>
      <PageHeader
        title={name}
        back={<Link to={pushPaths.own}>{t('own.title')}</Link>}
        actions={<TaskTag status={taskStatus} />}
      />
      <section className="sy-grid sy-gap-4 sy-card pu-head" aria-label={t('pack.progress')}>
        {isRevoked && <p className="pu-note">{t('pack.revoked')}</p>}
        <div className="sy-grid sy-gap-4 pu-head-progress">
          <strong className="sy-number">
            {percent}
            <i>%</i>
          </strong>
          <div>
            <Bar percent={percent} label={t('task.progress', { percent })} />
            <small className="sy-faint">
              {taskStatus === 3
                ? t('pack.done')
                : t('pack.left', { count: requiredCount, left: requiredCount - finishedCount })}
            </small>
          </div>
        </div>
        <p className="sy-flow pu-facts">
          <span>
            <Icon name="user" size={16} /> {t('pack.sender', { sender: sender.fullName })}
          </span>
          <span>
            <Icon name="send" size={16} /> <DateText value={pushTime} />
          </span>
          <span>
            <Icon name="clock" size={16} />
            <DueText value={finishTime} isDone={taskStatus === 3} isOverdue={isOverdue && !isRevoked} />
          </span>
        </p>
        {description !== '' && <p className="pu-note">{description}</p>}
      </section>
      <section className="pu-section" aria-labelledby="pack-contents">
        <h2 id="pack-contents">{t('pack.contents')}</h2>
        <div className="sy-card">
          <ContentList contents={pack.data.contents} />
        </div>
      </section>
    </>
  )
}
