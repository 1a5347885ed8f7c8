import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { notices } from '../../contract.ts'
import { NoticeRows } from '../parts/NoticeRows.tsx'
import { noticePaths } from '../paths.ts'

const shownMax = 3

/** On the home page: the notices of the company; nothing where there are none. */
export default function NoticesSection() {
  const t = useText('notices')
  const { data } = useQuery(q(notices.ownNotices, { query: { pageSize: shownMax } }, { quiet: true }))
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection
      title={t('home.title')}
      more={
        <Link to={noticePaths.all}>
          {t('home.all')}
          {data.unreadCount > 0 && ` · ${t('home.unread', { count: data.unreadCount })}`}
        </Link>
      }
    >
      <NoticeRows items={data.items} />
    </HomeSection>
  )
}
