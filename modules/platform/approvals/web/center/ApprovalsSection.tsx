import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { approvals } from '../../contract.ts'
import { approvalPaths } from '../paths.ts'
import '../parts/approvals.css'

/** In the personal center: the numbers of open decisions and own applications; hidden if there are none. */
export default function ApprovalsSection() {
  const t = useText('approvals')
  const counts = useQuery(q(approvals.counts, {}, { quiet: true }))
  useEvent('todo', () => void counts.refetch())
  if (!counts.data) return null
  const { waiting, revising, running } = counts.data
  if (waiting + revising + running === 0) return null
  const figures = [
    { title: t('center.cardWaiting'), count: waiting, to: approvalPaths.list('waiting') },
    { title: t('center.cardRevising'), count: revising, to: approvalPaths.list('mine') },
    { title: t('center.cardRunning'), count: running, to: approvalPaths.list('mine') },
  ]
  return (
    <HomeSection title={t('center.card')} more={<Link to={approvalPaths.home}>{t('center.title')}</Link>}>
      <ul className="sy-grid sy-gap-3 ap-figures">
        {figures.map(({ title, count, to }) => (
          <li key={title}>
            <Link to={to} className="sy-card">
              <strong className="sy-number">{count}</strong>
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
