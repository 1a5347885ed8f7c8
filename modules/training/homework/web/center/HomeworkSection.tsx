import '../parts/homework.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { homework } from '../../contract.ts'
import { Points, WorkTag } from '../parts/WorkTag.tsx'
import { homeworkPaths } from '../paths.ts'

/** The homework of a class on its page; of a class without any there is nothing to show. */
export default function HomeworkSection({ classId, isStaff }: { classId: string; isStaff: boolean }) {
  const t = useText('homework')
  const { data } = useQuery(q(homework.ownHomework, { params: { id: classId } }, { quiet: true }))
  if (!data || data.length === 0) return null
  return (
    <section className="sy-card hw-card" aria-label={t('own.title')}>
      <h2>{t('own.title')}</h2>
      <ul className="sy-plain-list">
        {data.map((one) => (
          <li key={one.activityId} className="hw-item">
            <div className="sy-column sy-gap-1">
              <strong>
                {one.isReleased ? <Link to={homeworkPaths.one(classId, one.activityId)}>{one.name}</Link> : one.name}
              </strong>
              <span className="sy-faint sy-row sy-wrap sy-gap-3">
                {!one.isReleased && one.opensAt !== null && (
                  <span>
                    {t('task.opens')} <DateText value={one.opensAt} style="minute" />
                  </span>
                )}
                {one.dueAt !== null && (
                  <span>
                    {t('task.due')} <DateText value={one.dueAt} style="minute" />
                  </span>
                )}
                {one.tenths !== null && <Points tenths={one.tenths} maxTenths={one.maxTenths} />}
              </span>
            </div>
            {!isStaff && <WorkTag work={one} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
