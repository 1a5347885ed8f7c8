import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toHundredths } from '#kit/amounts.ts'
import { type ProviderName, payments } from '#modules/commerce/payments/contract.ts'
import { Price, usePriceText } from '#modules/commerce/prices/web.tsx'
import { currency } from '#modules/platform/currency/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { coinsOf } from '../../contract/mixed.ts'
import type { OrderDetails } from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'

type Order = Pick<OrderDetails, 'id' | 'payable' | 'coinValue' | 'mixed'>

/** Fen that coins can pay: what the rule allows, and what the buyer has. What is reserved for this order counts as theirs. */
function useMost({ mixed, coinValue }: Order): bigint {
  const account = useQuery(q(currency.personAccount, {}, { quiet: true, cache: 0 }))
  if (mixed === null || !account.data) return BigInt(coinValue)
  const { totalAmount, reserved } = account.data.coin
  const own = (BigInt(totalAmount) - BigInt(reserved)) / BigInt(mixed.coinsPerYuan) + BigInt(coinValue)
  const max = BigInt(mixed.maxValue)
  return own < max ? own : max
}

/** Paying an order in RMB: by which provider, and how much of it with coins. */
export function PayInRmb({ order }: { readonly order: Order }) {
  const t = useText('orders')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const [chosen, setChosen] = useState<ProviderName>()
  const [value, setValue] = useState(BigInt(order.coinValue))
  const providers = useQuery(q(payments.paymentProviders, {}, { quiet: true }))
  const [first] = providers.data?.items ?? []
  const provider = chosen ?? first?.provider
  const params = { id: order.id }
  const pay = (by: ProviderName) =>
    run(async () => {
      const { paymentId } = await call(orders.startPayment, {
        params,
        body: { provider: by, coinValue: String(value) },
      })
      await navigate(`/payment/${paymentId}`)
    })
  return (
    <section className="sy-card or-order" aria-label={t('pay.title')}>
      <h2>{t('pay.title')}</h2>
      {order.mixed !== null && <CoinPart order={order} mixed={order.mixed} value={value} onChange={setValue} />}
      {providers.data && provider === undefined && <span className="sy-faint">{t('pay.none')}</span>}
      {providers.data && provider !== undefined && (
        <div className="sy-row sy-wrap sy-gap-3">
          <Select
            aria-label={t('pay.by')}
            style={{ width: 150 }}
            value={provider}
            options={providers.data.items.map((one) => ({
              value: one.provider,
              label: t(`pay.provider.${one.provider}`),
            }))}
            onChange={setChosen}
          />
          <Button type="primary" loading={busy} onClick={() => void pay(provider)}>
            {t('one.pay')}
          </Button>
        </div>
      )}
      {order.mixed?.allowsAll === true && <PayAll order={order} coinsPerYuan={order.mixed.coinsPerYuan} />}
    </section>
  )
}

interface CoinPartProps {
  readonly order: Order
  readonly mixed: NonNullable<OrderDetails['mixed']>
  readonly value: bigint
  readonly onChange: (value: bigint) => void
}

/** How many yuan coins pay, how many coins that is, and what is left to pay. */
function CoinPart({ order, mixed, value, onChange }: CoinPartProps) {
  const t = useText('orders')
  const word = useCurrencyName()
  const text = usePriceText()
  const most = useMost(order)
  const coins = text(1, String(coinsOf(value, mixed.coinsPerYuan)))
  return (
    <>
      <div className="sy-row sy-wrap sy-gap-2">
        {t('pay.coinPart', { coins: word })}
        <InputNumber
          aria-label={t('pay.coinPart', { coins: word })}
          prefix="¥"
          min={0}
          max={Number(most) / 100}
          precision={2}
          value={Number(value) / 100}
          onChange={(yuan) => onChange(BigInt(toHundredths(yuan ?? 0)))}
        />
        <Button onClick={() => onChange(most)}>{t('pay.most')}</Button>
      </div>
      <small className="sy-faint">
        {t('pay.rate', { count: mixed.coinsPerYuan, coins: word, max: text(2, mixed.maxValue) })}
      </small>
      {value > 0n && (
        <Facts
          shape="ends"
          items={[
            [t('pay.coins'), coins],
            [t('pay.rest'), <Price key="rest" large payType={2} amount={String(BigInt(order.payable) - value)} />],
          ]}
        />
      )}
      {value > 0n && <small className="sy-faint">{t('pay.backHint')}</small>}
    </>
  )
}

function PayAll({ order, coinsPerYuan }: { readonly order: Order; readonly coinsPerYuan: number }) {
  const t = useText('orders')
  const text = usePriceText()
  const amount = text(1, String(coinsOf(BigInt(order.payable), coinsPerYuan)))
  return (
    <div>
      <ConfirmButton
        question={t('pay.allQuestion', { amount })}
        onConfirm={() => call(orders.payWithCoins, { params: { id: order.id } })}
      >
        {t('pay.all', { amount })}
      </ConfirmButton>
    </div>
  )
}
