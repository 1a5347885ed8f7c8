import { useQuery } from '@tanstack/react-query'
import { InputNumber, Modal } from 'antd'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AddressField } from '#modules/commerce/addresses/web.tsx'
import { orders, UNPAID_GOODS } from '#modules/commerce/orders/contract.ts'
import { goodsType, payTypes, prices, QUOTE_EXPIRED, type Quote } from '#modules/commerce/prices/contract.ts'
import { Price, usePointsText } from '#modules/commerce/prices/web.tsx'
import { currency } from '#modules/platform/currency/contract.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { limitMax, type MallGoods } from '../../contract/shapes.ts'
import { goodsPaths } from '../paths.ts'

interface Props {
  readonly item: MallGoods
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** How many the member can still get. */
const unitsMax = ({ stock, limitPerMember, ownUnits }: MallGoods) =>
  Math.max(1, Math.min(stock ?? limitMax, limitPerMember === null ? limitMax : limitPerMember - ownUnits, limitMax))

/** How many, where to, what it costs and what the member has: exchanged by one button (COMMERCE-080). */
export function ExchangeDialog({ item, onChanged, onClose }: Props) {
  const t = useText('goods')
  const navigate = useNavigate()
  const pointsText = usePointsText()
  const { id: itemId, name, kind } = item
  const isSent = kind === 'physical'
  const [quantity, setQuantity] = useState(1)
  const [addressId, setAddressId] = useState<string>()
  const [waitingId, setWaitingId] = useState<string>()
  const { busy, run } = useAction()
  const body = { businessType: goodsType, itemId, quantity }
  const quote = useQuery({
    queryKey: ['quote', body],
    queryFn: () => call(prices.quote, { body }, { quiet: true, handles: 'all' }),
    staleTime: 10 * 60_000,
    gcTime: 0,
  })
  const account = useQuery(q(currency.personAccount, {}, { quiet: true, cache: 0 }))
  // One key for each choice: a second click is the same order.
  const key = useRef(crypto.randomUUID())
  const choose = (change: () => void) => {
    key.current = crypto.randomUUID()
    change()
  }
  const { data } = quote
  const { points, coin } = account.data ?? {}
  // What another order has set aside exchanges nothing.
  const own = points &&
    coin && { points: points.totalAmount, coins: String(BigInt(coin.totalAmount) - BigInt(coin.reserved)) }
  const lacksPoints = data !== undefined && own !== undefined && BigInt(data.totalPoints) > BigInt(own.points)
  const lacksCoins = data !== undefined && own !== undefined && BigInt(data.total) > BigInt(own.coins)
  const exchange = async ({ id: quoteId }: Quote) => {
    const address = isSent && addressId !== undefined && { addressId }
    const order = await call(orders.placeOrder, { body: { key: key.current, quoteIds: [quoteId], ...address } })
    if (order.approval === null) {
      await call(orders.payWithCoins, { params: { id: order.id } })
      notify('success', t(isSent ? 'exchange.done' : 'exchange.doneAtOnce'))
    }
    onChanged()
    await navigate(goodsPaths.order(order.id))
  }
  const submit = () =>
    run(async () => data && exchange(data), {
      close: onClose,
      onFailure: (error) => {
        if (isRefusal(error, QUOTE_EXPIRED)) void quote.refetch()
        if (isRefusal(error, UNPAID_GOODS)) setWaitingId(String(Reflect.get(error.data ?? {}, 'orderId')))
        key.current = crypto.randomUUID()
        void account.refetch()
        onChanged()
      },
    })
  const needsAddress = isSent && addressId === undefined
  return (
    <Modal
      open
      title={t('exchange.title', { name })}
      okText={t('exchange.confirm')}
      okButtonProps={{ loading: busy, disabled: !data || lacksPoints || lacksCoins || needsAddress }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className="ml-exchange">
        <div className="sy-row sy-wrap sy-gap-2">
          {t('exchange.quantity')}
          <InputNumber
            aria-label={t('exchange.quantity')}
            min={1}
            max={unitsMax(item)}
            precision={0}
            value={quantity}
            onChange={(value) => choose(() => setQuantity(value ?? 1))}
          />
        </div>
        {isSent && (
          <div className="sy-column sy-gap-2">
            {t('exchange.address')}
            <AddressField value={addressId} onChange={(chosen) => choose(() => setAddressId(chosen))} />
          </div>
        )}
        {quote.isPending && <LoadingState rows={2} shape="lines" />}
        {quote.isError && <ErrorState small error={quote.error} onRetry={() => void quote.refetch()} />}
        {data && (
          <Facts
            shape="ends"
            items={[
              [
                t('exchange.total'),
                <Price key="total" large payType={payTypes.coin} amount={data.total} points={data.totalPoints} />,
              ],
              own && data.totalPoints !== '0' && [t('exchange.ownPoints'), pointsText(own.points)],
              own &&
                data.total !== '0' && [t('exchange.ownCoins'), <Price key="coins" payType={1} amount={own.coins} />],
            ]}
          />
        )}
        {(lacksPoints || lacksCoins) && (
          <p role="alert" className="sy-problem">
            {t(lacksPoints ? 'exchange.lacksPoints' : 'exchange.lacksCoins')}
          </p>
        )}
        {waitingId !== undefined && (
          <p role="alert">
            <Link to={goodsPaths.order(waitingId)}>{t('exchange.waiting')}</Link>
          </p>
        )}
        <small className="sy-faint">{t(isSent ? 'mall.refundHint' : 'mall.virtualHint')}</small>
      </div>
    </Modal>
  )
}
