import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { useSession } from '#web/session.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { pushesStudy } from '../../contract/access.ts'
import { pushes } from '../../contract.ts'
import { type Arrival, pushPaths } from '../paths.ts'

/** Content that was just published becomes a task: for those who may push to all, and for those who lead somebody. */
export default function PushPublished({ item, kind, onLeave }: WidgetSlots['published']) {
  const t = useText('pushes')
  const mayPush = useSession().can(pushesStudy.permission)
  const teams = useQuery({ ...q(pushes.teams, {}, { quiet: true, cache: 'wide' }), enabled: !mayPush })
  if (!mayPush && (teams.data?.items ?? []).length === 0) return null
  const state: Arrival = { content: { businessType: item.type, businessId: item.id, businessName: item.title, kind } }
  return (
    <li>
      <Link to={pushPaths.newPush} state={state} onClick={onLeave}>
        <Icon name="send" size={22} />
        <span>
          <b>{t('published.push')}</b>
          <small>{t('published.pushHint')}</small>
        </span>
        <Icon name="arrow-right" size={16} />
      </Link>
    </li>
  )
}
