import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { lotteries } from '../../contract.ts'
import { lotteryPaths } from '../paths.ts'
import { LotteryRows } from './LotteryRows.tsx'

export interface ScopeProps {
  /** As the module that shows it has registered it. */
  readonly scopeKind: string
  readonly scopeId: string
  /** The member runs what is shown, and may run its lotteries. */
  readonly isRun: boolean
}

/** The lotteries of a class or the like, on its own screen; nothing where there are none and none can be made. */
export default function ScopeSection({ scopeKind, scopeId, isRun }: ScopeProps) {
  const t = useText('lotteries')
  const query = { scopeKind, scopeId, pageSize: 5 }
  const { data } = useQuery(q(lotteries.lotteries, { query }, { quiet: true }))
  if (!data || (data.items.length === 0 && !isRun)) return null
  return (
    <section className="sy-card lo-section" aria-label={t('list.title')}>
      <div className="sy-row sy-apart sy-wrap sy-gap-2">
        <h2>{t('list.title')}</h2>
        {isRun && <Link to={lotteryPaths.managed(scopeKind, scopeId)}>{t('managing.title')}</Link>}
      </div>
      {data.items.length === 0 ? <p className="sy-note">{t('list.none')}</p> : <LotteryRows items={data.items} />}
    </section>
  )
}
