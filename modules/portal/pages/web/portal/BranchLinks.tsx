import '../pages.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { pages } from '../../contract.ts'
import { enterBranch } from '../branch-session.ts'
import { pagePaths } from '../paths.ts'

/** The branches of the member, to choose one; nothing for who belongs to none. `current`: the one that is open. */
export function BranchLinks({ current }: { current?: string }) {
  const t = useText('pages')
  const { data } = useQuery(q(pages.ownBranches, {}, { quiet: true }))
  const branches = data?.items ?? []
  const isChoice = current === undefined ? branches.length > 0 : branches.length > 1
  if (!isChoice) return null
  return (
    <nav className="pg-branches" aria-label={t('branch.own')}>
      {branches.map(({ id, name, logoUrl }) => (
        <Link
          key={id}
          className="sy-box pg-branch"
          to={pagePaths.branch(id)}
          aria-current={id === current ? 'page' : undefined}
          onClick={() => enterBranch(id)}
        >
          {logoUrl ? <img src={logoUrl} alt="" /> : <Icon name="organization" size={18} />}
          {name}
        </Link>
      ))}
    </nav>
  )
}
