import '../courses.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { mayOpen } from '#web/access.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { useSession } from '#web/session.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { authorsCourses } from '../../contract/access.ts'
import { courses } from '../../contract.ts'
import { CourseGrid } from '../CourseCard.tsx'
import { coursePaths } from '../paths.ts'

/** On a member's homepage: the courses that the member teaches and the viewer may see. */
export default function TaughtSection({ memberId, isOwn }: WidgetSlots['homepage']) {
  const t = useText('courses')
  const session = useSession()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { memberId, page: paging.page, pageSize: paging.pageSize }
  const { data, isError, error, refetch } = useQuery({
    ...q(courses.taughtCourses, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const isEmpty = data?.recordCount === 0
  if (isEmpty && !(isOwn && mayOpen(authorsCourses, session))) return null
  return (
    <HomeSection title={t('taught.title')}>
      {!data && !isError && <LoadingState rows={4} />}
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <div className="sy-box">
          <EmptyState
            small
            title={t('taught.none')}
            description={t('taught.noneHint')}
            action={<Link to={coursePaths.authored}>{t('teaching.all')}</Link>}
          />
        </div>
      )}
      {data && !isEmpty && <CourseGrid courses={data.items} />}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </HomeSection>
  )
}
