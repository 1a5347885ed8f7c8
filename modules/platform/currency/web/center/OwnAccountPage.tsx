import '../parts/currency.css'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { q } from '#web/api/query.ts'
import { appState, useCurrencyName } from '#web/app-state.ts'
import { asTitle } from '#web/i18n/as-title.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { CurrencyKind, TradeType } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { amountText } from '../parts/amounts.ts'
import { Figures } from '../parts/Figures.tsx'
import { RecordsPanel } from '../parts/RecordsPanel.tsx'
import { currencyPaths } from '../paths.ts'

const offered: Readonly<Record<CurrencyKind, readonly TradeType[]>> = {
  1: [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19],
  2: [2, 5, 9, 10, 15, 16, 18],
}

/** The member's own coins and points, and every record of them (CURRENCY-004). */
export default function OwnAccountPage() {
  const t = useText('currency')
  const name = useCurrencyName()
  const { user } = useSession()
  const { rewardConfig } = appState.use()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const panelId = useId()
  const account = useQuery(q(currency.personAccount))
  const tab = pathname === currencyPaths.points ? 'points' : 'coin'
  const kind: CurrencyKind = tab === 'coin' ? 1 : 2
  const word = kind === 1 ? name : t('points')
  const hasPoints = rewardConfig.pointsOpen === '1' || tab === 'points'
  const tabs = [
    { key: 'coin', title: asTitle(name) } as const,
    ...(hasPoints ? [{ key: 'points', title: asTitle(t('points')) } as const] : []),
  ]
  if (account.isPending) return <LoadingState rows={8} />
  if (!account.data || !user) return <ErrorState page error={account.error} onRetry={() => void account.refetch()} />
  const balance = kind === 1 ? account.data.coin : account.data.points
  return (
    <>
      <PageHeader
        title={t('own.title', { name: word })}
        description={t('own.description')}
        back={<Link to="/center">{t('own.center')}</Link>}
      />
      <TabBar
        label={t('team.kinds')}
        tabs={tabs}
        active={tab}
        onChange={(next) =>
          void navigate(next === 'coin' ? currencyPaths.coins : currencyPaths.points, { replace: true })
        }
        panelId={panelId}
      />
      <section id={panelId} role="tabpanel" aria-label={word} className="cu-panel">
        <Figures balance={balance} kind={kind} name={word}>
          {balance.expiring && (
            <p className="sy-row sy-gap-2 cu-notice">
              <Icon name="clock" size={16} />
              <span>
                {t('own.expiring', { amount: amountText(balance.expiring.amount), name: word })}{' '}
                <DateText value={balance.expiring.at} style="day" />
              </span>
            </p>
          )}
        </Figures>
        <RecordsPanel
          key={kind}
          accountCode={user.id}
          accountType={1}
          kind={kind}
          tradeTypes={offered[kind]}
          label={t('records.of', { name: asTitle(word) })}
        />
      </section>
    </>
  )
}
