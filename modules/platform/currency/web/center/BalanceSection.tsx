import '../parts/currency.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { appState, useCurrencyName } from '#web/app-state.ts'
import { asTitle } from '#web/i18n/as-title.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { currency } from '../../contract.ts'
import { amountText } from '../parts/amounts.ts'
import { currencyPaths } from '../paths.ts'

/** The balances in the personal center, with a link to the records. */
export default function BalanceSection() {
  const t = useText('currency')
  const name = useCurrencyName()
  const { rewardConfig } = appState.use()
  const { data } = useQuery(q(currency.personAccount, {}, { quiet: true }))
  const kinds = [
    { key: 'coin', word: name, path: currencyPaths.coins, balance: data?.coin } as const,
    ...(rewardConfig.pointsOpen === '1'
      ? [{ key: 'points', word: t('points'), path: currencyPaths.points, balance: data?.points } as const]
      : []),
  ]
  return (
    <HomeSection title={t('own.section')}>
      <div className="sy-grid sy-gap-4 cu-widget">
        {kinds.map(({ key, word, path, balance }) => (
          <Link key={key} to={path} className="sy-card">
            <span className="sy-faint">{asTitle(word)}</span>
            <strong className="sy-number">{balance ? amountText(balance.totalAmount) : '—'}</strong>
            <small>{t('own.records')}</small>
          </Link>
        ))}
      </div>
    </HomeSection>
  )
}
