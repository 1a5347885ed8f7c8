import '../parts/currency.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { appState, useCurrencyName } from '#web/app-state.ts'
import { asTitle } from '#web/i18n/as-title.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { TeamOfMember } from '../../contract/accounts.ts'
import type { CurrencyKind, TradeType } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { Figures } from '../parts/Figures.tsx'
import { RecordsPanel } from '../parts/RecordsPanel.tsx'
import { currencyPaths } from '../paths.ts'
import { DistributeModal } from './DistributeModal.tsx'

/** CURRENCY-013. */
const offered: Readonly<Record<CurrencyKind, readonly TradeType[]>> = { 1: [1, 3, 4], 2: [10, 9, 16] }
const totalAdministrator = 0
/** The storage key of the member's current team, shared with the screens of share accounts. */
const teamKey = 'teamID'

/** The team coin manager: balance, records, and distribution. */
export default function TeamCoinPage() {
  const t = useText('currency')
  const name = useCurrencyName()
  const teams = useQuery(q(currency.ownTeams))
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(teamKey))
  if (teams.isPending) return <LoadingState rows={8} />
  if (!teams.data) return <ErrorState page error={teams.error} onRetry={() => void teams.refetch()} />
  const { items } = teams.data
  const team = items.find((one) => one.id === chosen) ?? items[0]
  if (!team) return <EmptyState page title={t('team.none', { name })} description={t('team.noneHint', { name })} />
  const choose = (id: string) => {
    sessionStorage.setItem(teamKey, id)
    setChosen(id)
  }
  return (
    <>
      <PageHeader
        back={<Link to={currencyPaths.account(team.id)}>{team.name}</Link>}
        title={t('team.title', { name })}
        description={t('team.description', { team: team.name })}
        actions={
          items.length > 1 && (
            <Select
              className="cu-team"
              aria-label={t('team.choose')}
              value={team.id}
              options={items.map((one) => ({ value: one.id, label: one.name }))}
              onChange={choose}
            />
          )
        }
      />
      <TeamAccount key={team.id} team={team} />
    </>
  )
}

function TeamAccount({ team }: { team: TeamOfMember }) {
  const t = useText('currency')
  const name = useCurrencyName()
  const { rewardConfig } = appState.use()
  const panelId = useId()
  const [tab, setTab] = useState<'coin' | 'points'>('coin')
  const [distributing, setDistributing] = useState(false)
  const kind: CurrencyKind = tab === 'coin' ? 1 : 2
  const word = kind === 1 ? name : t('points')
  const hasPoints = rewardConfig.pointsOpen === '1'
  const totals = useQuery(q(currency.totalAmount, { query: { accountCode: team.id, accountType: 3, type: kind } }))
  const tabs = [
    { key: 'coin', title: asTitle(name) } as const,
    ...(hasPoints ? [{ key: 'points', title: asTitle(t('points')) } as const] : []),
  ]
  const mayDistribute = team.memberType === totalAdministrator
  return (
    <>
      <TabBar label={t('team.kinds')} tabs={tabs} active={tab} onChange={setTab} panelId={panelId} />
      <section id={panelId} role="tabpanel" aria-label={word} className="cu-panel">
        {totals.data ? (
          <Figures balance={totals.data} kind={kind} name={word} />
        ) : totals.isError ? (
          <ErrorState small error={totals.error} onRetry={() => void totals.refetch()} />
        ) : (
          <LoadingState rows={3} />
        )}
        <RecordsPanel
          key={kind}
          accountCode={team.id}
          accountType={3}
          kind={kind}
          tradeTypes={offered[kind]}
          label={t('records.of', { name: asTitle(word) })}
          actions={
            mayDistribute && (
              <Button type="primary" disabled={!totals.data} onClick={() => setDistributing(true)}>
                {t('distribute.open', { name: word })}
              </Button>
            )
          }
        />
      </section>
      {distributing && totals.data && (
        <DistributeModal
          team={team}
          kind={kind}
          name={word}
          balance={BigInt(totals.data.totalAmount) - BigInt(totals.data.reserved)}
          onClose={() => setDistributing(false)}
        />
      )}
    </>
  )
}
