import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Person } from '#web/ui/Person.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { classes } from '../../contract.ts'

/** Who else takes part. */
export function Classmates({ classId }: { classId: string }) {
  const t = useText('classes')
  const paging = usePaging(20)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, error, refetch } = useQuery({
    ...q(classes.classmates, { params: { id: classId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (!data && error) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data || data.recordCount === 0) return null
  return (
    <section className="sy-card cl-section" aria-label={t('classmates.title')}>
      <h2>
        {t('classmates.title')} <span className="sy-faint">{data.recordCount}</span>
      </h2>
      <ul className="sy-plain-list cl-edit-fields">
        {data.items.map(({ id, fullName, avatarPath, organizationName }) => (
          <li key={id}>
            <Person memberId={id} name={fullName} path={avatarPath} note={organizationName} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </section>
  )
}
