import './notices.css'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { OwnNotice } from '../../contract.ts'
import { noticePaths } from '../paths.ts'

/** Notices as a list of links: what is pinned and what is unread is marked in words. */
export function NoticeRows({ items }: { items: readonly OwnNotice[] }) {
  const t = useText('notices')
  return (
    <ul className="no-rows sy-card">
      {items.map(({ id, title, isPinned, authorName, publishedAt, readAt }) => (
        <li key={id}>
          <Link to={noticePaths.one(id)} className={readAt === null ? 'no-unread' : undefined}>
            {isPinned && <span className="no-mark">{t('own.pinned')}</span>}
            <span className="no-title">{title}</span>
            {readAt === null && <span className="no-mark no-mark-new">{t('own.new')}</span>}
          </Link>
          <small className="sy-faint">
            {t('own.published', { name: authorName })} <DateText value={publishedAt} style="relative" />
          </small>
        </li>
      ))}
    </ul>
  )
}
