import '../paths.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { PathCard } from '../PathCard.tsx'

const SHOWN = 4

/** On the study home: the member's paths, and those that are open to join. A company without any sees nothing of it. */
export default function StudyPathsSection() {
  const t = useText('paths')
  const found = useQuery(q(paths.myPaths, { query: { pageSize: SHOWN } }, { quiet: true }))
  if (!found.data || found.data.items.length === 0) return null
  const ids = found.data.items.map(({ id }) => id)
  return (
    <HomeSection title={t('mine.title')} more={<Link to={pathAddresses.mine}>{t('mine.all')}</Link>}>
      <ul className="sy-grid sy-gap-4 lp-cards">
        {found.data.items.map((path) => (
          <li key={path.id}>
            <PathCard path={path} ids={ids} />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
