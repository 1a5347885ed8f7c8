import '../home/upcoming.css'
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
import { holdsLives } from '../../contract/access.ts'
import { live } from '../../contract.ts'
import { UpcomingRow } from '../home/UpcomingRow.tsx'
import { livePaths } from '../paths.ts'

/** On a member's homepage: live sessions to come that the member hosts or teaches, and the viewer may see. */
export default function HostedSection({ memberId, isOwn }: WidgetSlots['homepage']) {
  const t = useText('live')
  const session = useSession()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { memberId, page: paging.page, pageSize: paging.pageSize }
  const { data, isError, error, refetch } = useQuery({
    ...q(live.hosted, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const isEmpty = data?.recordCount === 0
  if (isEmpty && !(isOwn && mayOpen(holdsLives, session))) return null
  return (
    <HomeSection title={t('hosted.title')}>
      {!data && !isError && <LoadingState rows={2} />}
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <div className="sy-box">
          <EmptyState
            small
            title={t('hosted.none')}
            description={t('hosted.noneHint')}
            action={<Link to={livePaths.manage}>{t('home.manage')}</Link>}
          />
        </div>
      )}
      {data && !isEmpty && (
        <ul className="sy-grid sy-gap-3 lvh-rows">
          {data.items.map((one) => (
            <li key={one.id}>
              <UpcomingRow live={one} />
            </li>
          ))}
        </ul>
      )}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </HomeSection>
  )
}
