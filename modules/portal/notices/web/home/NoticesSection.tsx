import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { SideRows } from '#web/ui/SideRows.tsx'
import { notices } from '../../contract.ts'
import { noticePaths } from '../paths.ts'

const shownMax = 3

/** On the home page: the notices of the company; nothing where there are none. */
export default function NoticesSection() {
  const t = useText('notices')
  const { data } = useQuery(q(notices.ownNotices, { query: { pageSize: shownMax } }, { quiet: true }))
  if (!data || data.items.length === 0) return null
  const rows = data.items.map(({ id, title, isPinned, authorName, publishedAt, readAt }) => ({
    key: id,
    title,
    to: noticePaths.one(id),
    note: [
      ...(readAt === null ? [t('own.new')] : []),
      ...(isPinned ? [t('own.pinned')] : []),
      authorName,
      dateText(publishedAt, 'day'),
    ].join(' · '),
    isUrgent: readAt === null,
  }))
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
      <SideRows rows={rows} empty="" />
    </HomeSection>
  )
}
