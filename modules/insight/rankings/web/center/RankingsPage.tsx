import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import {
  itemRankings,
  type Period,
  periods,
  type RankedRow,
  type RankingName,
  rankings,
  type Scope,
} from '../../contract.ts'
import { figureText, rankingCalls } from '../parts/figures.ts'
import { RankRow } from '../parts/RankRow.tsx'
import { AppearanceModal } from './AppearanceModal.tsx'
import { EvidenceModal } from './EvidenceModal.tsx'

const shown = 50

interface ListProps {
  readonly ranking: RankingName
  readonly period: Period
  readonly scope: Scope
}

/** The places of one ranking, with the own one always in sight. */
function RankingList({ ranking, period, scope }: ListProps) {
  const t = useText('rankings')
  const [why, setWhy] = useState<RankedRow | 'own'>()
  const isOfItems = itemRankings.includes(ranking)
  const query = { period, pageSize: shown, ...(!isOfItems && { scope }) }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(rankingCalls[ranking], { query }),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <LoadingState rows={8} />
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const { items, own, missing } = data
  const whyOf = (row: RankedRow) =>
    row.businessType > 0 ? () => setWhy(row) : row.isOwn ? () => setWhy('own') : undefined
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title={t('list.none')} description={t('list.noneHint')} />
      ) : (
        <ol className="rank-list">
          {items.map((row) => (
            <RankRow key={`${row.businessType} ${row.id ?? row.name}`} ranking={ranking} row={row} onWhy={whyOf(row)} />
          ))}
        </ol>
      )}
      {!isOfItems && (
        <div className="rank-bar" role="status">
          <span>
            {own === null && t('own.none')}
            {own?.isHidden && t('own.hidden', { figure: figureText(t, ranking, own.figure) })}
            {own && !own.isHidden && t('own.place', { rank: own.rank, figure: figureText(t, ranking, own.figure) })}
          </span>
          {missing !== null && <span>{t('own.missing', { figure: figureText(t, ranking, missing) })}</span>}
          {own && <Button onClick={() => setWhy('own')}>{t('why.open')}</Button>}
        </div>
      )}
      {why !== undefined && (
        <EvidenceModal
          ranking={ranking}
          period={period}
          item={why === 'own' ? undefined : why}
          onClose={() => setWhy(undefined)}
        />
      )}
    </>
  )
}

/** The nine rankings. */
export default function RankingsPage() {
  const t = useText('rankings')
  const [address, setAddress] = useSearchParams()
  const [period, setPeriod] = useState<Period>('week')
  const [scope, setScope] = useState<Scope>()
  const [isChoosing, setChoosing] = useState(false)
  const { data, isPending, isError, error, refetch } = useQuery(q(rankings.rankingOverview))
  if (isPending) return <LoadingState rows={8} />
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  const asked = address.get('ranking')
  const active = data.rankings.find((name) => name === asked) ?? data.rankings[0]
  const ofScope = data.scopes.find((one) => one === scope) ?? data.scopes[0] ?? 'organization'
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<Button onClick={() => setChoosing(true)}>{t('appearance.open')}</Button>}
      />
      {active === undefined ? (
        <EmptyState title={t('list.off')} />
      ) : (
        <>
          <TabBar
            label={t('title')}
            tabs={data.rankings.map((key) => ({ key, title: t(`names.${key}`) }))}
            active={active}
            onChange={(key) => setAddress({ ranking: key }, { replace: true })}
            panelId="ranking-panel"
          />
          <div id="ranking-panel" role="tabpanel">
            <p className="rank-meaning">{t(`meaning.${active}`)}</p>
            <div className="rank-filters">
              <Choice
                label={t('period.label')}
                options={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
                value={period}
                onChange={setPeriod}
              />
              {!itemRankings.includes(active) && data.scopes.length > 1 && (
                <Choice
                  label={t('scope.label')}
                  options={data.scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
                  value={ofScope}
                  onChange={setScope}
                />
              )}
            </div>
            <RankingList key={active} ranking={active} period={period} scope={ofScope} />
          </div>
        </>
      )}
      {isChoosing && <AppearanceModal isHidden={data.isHidden} alias={data.alias} onClose={() => setChoosing(false)} />}
    </>
  )
}
