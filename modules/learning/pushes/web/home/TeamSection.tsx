import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SideRows } from '#web/ui/SideRows.tsx'
import { pushesStudy } from '../../contract/access.ts'
import { pushes } from '../../contract.ts'
import { pushPaths } from '../paths.ts'

const SHOWN = 2
const WEEK_DAYS = 7

/** On the home page of who leads somebody: the teams, and how the first one stands this week. */
export default function TeamSection() {
  const { user, can } = useSession()
  return user?.hasSubordinates || can(pushesStudy.permission) ? <Teams /> : null
}

function Teams() {
  const t = useText('pushes')
  const teams = useQuery(q(pushes.teams, {}, { quiet: true, cache: 'wide' }))
  const first = teams.data?.items[0]
  const week = useQuery({
    ...q(pushes.teamSummary, { params: { id: first?.id ?? '' }, query: { period: WEEK_DAYS } }, { quiet: true }),
    enabled: first !== undefined,
  })
  if (teams.isError || (teams.data && !first)) return null
  const figures = week.data && {
    active: week.data.activeCount,
    members: week.data.memberCount,
    overdue: week.data.taskOverdueCount,
  }
  return (
    <HomeSection title={t('home.team')} more={<Link to={pushPaths.director}>{t('home.teamAll')}</Link>}>
      {teams.isPending && <LoadingState rows={SHOWN} />}
      {teams.data && (
        <SideRows
          empty=""
          rows={teams.data.items.slice(0, SHOWN).map(({ id, kind, name, memberCount }) => ({
            key: id,
            title: kind === 'organization' ? name : t('team.own'),
            to: pushPaths.team(id),
            note: id === first?.id && figures ? t('home.teamWeek', figures) : t('team.members', { count: memberCount }),
            isUrgent: id === first?.id && (figures?.overdue ?? 0) > 0,
          }))}
        />
      )}
    </HomeSection>
  )
}
