import '../paths.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { PathCard } from '../PathCard.tsx'

const SHOWN = 2

/** On the home page: the learning paths that the member is on. Who is on none sees nothing of it. */
export default function PathsSection() {
  const t = useText('paths')
  const query = { state: 'learning', pageSize: SHOWN } as const
  const learning = useQuery(q(paths.myPaths, { query }, { quiet: true }))
  if (!learning.data || learning.data.items.length === 0) return null
  return (
    <HomeSection title={t('mine.title')} more={<Link to={pathAddresses.mine}>{t('mine.all')}</Link>}>
      <ul className="sy-grid sy-gap-4 lp-cards">
        {learning.data.items.map((path) => (
          <li key={path.id}>
            <PathCard path={path} />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
