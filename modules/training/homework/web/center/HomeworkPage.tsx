import '../parts/homework.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Homework } from '../../contract/learning.ts'
import { homework } from '../../contract.ts'
import { FileList } from '../parts/FileList.tsx'
import { VersionView } from '../parts/VersionView.tsx'
import { WorkTag } from '../parts/WorkTag.tsx'
import { HandInForm } from './HandInForm.tsx'

/** One homework: what is asked, what is handed in, and the marks (TRAINING-041). */
export default function HomeworkPage() {
  const t = useText('homework')
  const { classId = '', activityId = '' } = useParams()
  const params = { id: classId, activityId }
  const { data, error, refetch } = useQuery(q(homework.homework, { params }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return (
    <>
      <PageHeader
        back={<Link to={`/train-new/class-detail/${classId}`}>{data.className}</Link>}
        title={data.name}
        actions={data.obstacle !== 'staff' && <WorkTag work={data} />}
      />
      <div className="hw-layout">
        <div className="sy-column sy-gap-4">
          <section className="sy-card hw-card sy-column sy-gap-3" aria-label={t('task.title')}>
            <h2>{t('task.title')}</h2>
            {data.text !== '' && <p className="hw-text">{data.text}</p>}
            <FileList files={data.files} />
          </section>
          <HandIn one={data} params={params} />
          {data.history.length > 0 && (
            <section className="sy-card hw-card" aria-label={t('version.title')}>
              <h2>{t('version.title')}</h2>
              {data.history.map((version) => (
                <VersionView key={version.id} version={version} />
              ))}
            </section>
          )}
        </div>
        <aside>
          <Rules one={data} />
        </aside>
      </div>
    </>
  )
}

interface Params {
  readonly id: string
  readonly activityId: string
}

function HandIn({ one, params }: { one: Homework; params: Params }) {
  const t = useText('homework')
  const { obstacle, state, history } = one
  const newest = history.find(({ round }) => round === one.versions)
  const why = state === 'returned' ? newest?.mark?.comment || newest?.opinion || '' : ''
  if (obstacle === null)
    return (
      <section className="sy-card hw-card" aria-label={t('handIn.title')}>
        <h2>{t(state === 'open' ? 'handIn.title' : 'handIn.again')}</h2>
        {why !== '' && (
          <p className="sy-callout hw-why">
            <strong>{t('handIn.returned')}</strong>
            {why}
          </p>
        )}
        {/* A version that is handed in leaves an empty form. */}
        <HandInForm key={one.versions} one={one} params={params} />
      </section>
    )
  return (
    <p className="sy-note" role="status">
      {t(`obstacle.${obstacle}`)}
    </p>
  )
}

function Rules({ one }: { one: Homework }) {
  const t = useText('homework')
  const { dueAt, lateRule, versions, versionsMax, maxTenths, passTenths, rubric } = one
  return (
    <section className="sy-card hw-card" aria-label={t('rules.title')}>
      <h2>{t('rules.title')}</h2>
      <Facts
        shape="rows"
        items={[
          dueAt !== null && [t('task.due'), <DateText key="due" value={dueAt} style="minute" />],
          dueAt !== null && [t('rules.late'), t(`rules.lateRule.${lateRule}`)],
          [t('rules.versions'), `${versions} / ${versionsMax}`],
          [t('rules.max'), t('mark.points', { count: maxTenths / 10 })],
          passTenths !== null && [t('rules.pass'), t('mark.points', { count: passTenths / 10 })],
        ]}
      />
      {rubric && (
        <>
          <h3>{t('mark.rubric')}</h3>
          <Facts
            shape="rows"
            items={rubric.map(
              ({ title, levels }) =>
                [title, levels.map((level) => `${level.title} ${pointsOfTenths(level.tenths)}`).join(' · ')] as const,
            )}
          />
        </>
      )}
    </section>
  )
}
