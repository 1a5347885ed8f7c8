import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { pushes } from '../../contract.ts'
import { pushPaths } from '../paths.ts'

/** The teams that one may look at. */
export function TeamCards({ teams }: { teams: Output<typeof pushes.teams>['items'] }) {
  const t = useText('pushes')
  return (
    <div className="sy-grid sy-gap-4 pu-teams">
      {teams.map(({ id, kind, name, memberCount }) => (
        <Link key={id} to={pushPaths.team(id)} className="sy-row sy-gap-4 pu-team">
          <Icon name={kind === 'organization' ? 'organization' : 'users'} size={24} />
          <span>
            <strong>{kind === 'organization' ? name : t('team.own')}</strong>
            <small>{t('team.members', { count: memberCount })}</small>
          </span>
        </Link>
      ))}
    </div>
  )
}
