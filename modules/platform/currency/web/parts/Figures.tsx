import { asTitle } from '#web/i18n/as-title.ts'
import { useText } from '#web/i18n/texts.ts'
import type { Balance, CurrencyKind } from '../../contract/shapes.ts'
import { amountText } from './amounts.ts'

interface Props {
  readonly balance: Balance
  readonly kind: CurrencyKind
  /** The name of the currency. */
  readonly name: string
  readonly children?: React.ReactNode
}

const balanceKinds = ['allocated', 'reward', 'subscription'] as const

/** What there is, as income minus expense (CURRENCY-008); of coins also how it lies in the three balances. */
export function Figures({ balance, kind, name, children }: Props) {
  const t = useText('currency')
  const { totalAmount, amountIn, amountOut, reserved } = balance
  const balances = kind === 1 ? balanceKinds : []
  return (
    <section className="sy-card cu-figures" aria-label={t('figures.label', { name })}>
      <dl className="sy-flow cu-sum">
        <div className="cu-sum-balance">
          <dt>{t('figures.balance', { name: asTitle(name) })}</dt>
          <dd className="sy-number">{amountText(totalAmount)}</dd>
        </div>
        <span aria-hidden="true">=</span>
        <div>
          <dt>{t('maps.coinRecordType.1')}</dt>
          <dd className="sy-number">{amountText(amountIn)}</dd>
        </div>
        <span aria-hidden="true">−</span>
        <div>
          <dt>{t('maps.coinRecordType.2')}</dt>
          <dd className="sy-number">{amountText(amountOut)}</dd>
        </div>
      </dl>
      {(balances.length > 0 || reserved !== '0') && (
        <dl className="sy-flow cu-balances">
          {balances.map((balanceKind) => (
            <div key={balanceKind}>
              <dt>{t(`balances.${balanceKind}`)}</dt>
              <dd className="sy-number">{amountText(balance[balanceKind])}</dd>
            </div>
          ))}
          {reserved !== '0' && (
            <div>
              <dt>{t('balances.reserved')}</dt>
              <dd className="sy-number">{amountText(reserved)}</dd>
            </div>
          )}
        </dl>
      )}
      {children}
    </section>
  )
}
