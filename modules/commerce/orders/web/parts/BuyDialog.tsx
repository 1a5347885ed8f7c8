import { useQuery } from '@tanstack/react-query'
import { InputNumber, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { coupons } from '#modules/commerce/coupons/contract.ts'
import { CouponSelect } from '#modules/commerce/coupons/web.tsx'
import { type PriceTag, payTypes, prices, QUOTE_EXPIRED, type Quote } from '#modules/commerce/prices/contract.ts'
import { Price } from '#modules/commerce/prices/web.tsx'
import { currency } from '#modules/platform/currency/contract.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { orders } from '../../contract.ts'
import { orderPaths } from '../paths.ts'

interface Props {
  readonly businessType: number
  readonly itemId: string
  readonly name: string
  readonly tag: PriceTag
  readonly onBought: () => unknown
  readonly onClose: () => void
}

const seatsMax = 1_000_000

/**
 * For oneself or for others, how many, what it costs and what is left of the coins: bought by one button. The price is
 * the one that is shown, whatever happens to it meanwhile.
 */
export function BuyDialog({ businessType, itemId, name, tag, onBought, onClose }: Props) {
  const t = useText('orders')
  const navigate = useNavigate()
  const word = useCurrencyName()
  const [forOthers, setForOthers] = useState(false)
  const [seats, setSeats] = useState(2)
  const { busy, run } = useAction()
  const quantity = forOthers ? seats : 1
  const body = { businessType, itemId, quantity }
  const quote = useQuery({
    queryKey: ['quote', body],
    queryFn: () => call(prices.quote, { body }, { quiet: true, handles: 'all' }),
    staleTime: 10 * 60_000,
    gcTime: 0,
  })
  const account = useQuery(q(currency.personAccount, {}, { quiet: true, cache: 0 }))
  const key = useRef(crypto.randomUUID())
  const quoteIds = quote.data?.id
  const fitting = useQuery({
    ...q(coupons.fittingCoupons, { query: { quoteIds: quoteIds ?? '' } }, { quiet: true, cache: 0 }),
    enabled: quoteIds !== undefined,
  })
  const [chosen, setChosen] = useState<string | null>()
  const offered = fitting.data?.items ?? []
  // The best one is chosen until the buyer chooses another, or none.
  const usable = offered.filter(({ obstacle }) => obstacle === null)
  const coupon = chosen === null ? undefined : (usable.find(({ id }) => id === chosen) ?? usable[0])
  const saves = coupon?.saves ?? '0'
  const total = quote.data && String(BigInt(quote.data.total) - BigInt(saves))
  const isCoins = tag.payType === payTypes.coin
  // What another purchase has reserved pays no second one.
  const coin = account.data?.coin
  const balance = coin && String(BigInt(coin.totalAmount) - BigInt(coin.reserved))
  const isShort = isCoins && total !== undefined && balance !== undefined && BigInt(total) > BigInt(balance)
  const choose = (change: () => void) => {
    key.current = crypto.randomUUID()
    change()
  }

  const buy = async ({ id }: Quote) => {
    const order = await call(orders.placeOrder, {
      body: { key: key.current, quoteIds: [id], forOthers, ...(coupon && { couponId: coupon.id }) },
    })
    // What a coupon takes off wholly is paid already.
    const isPaid = order.status !== 'to-pay'
    const isPayable = isCoins && order.approval === null
    if (!isPaid && !isPayable) return navigate(orderPaths.one(order.id))
    if (!isPaid) await call(orders.payWithCoins, { params: { id: order.id } })
    notify('success', t('buy.done'))
    if (forOthers) return navigate(orderPaths.owned)
    await onBought()
  }
  const submit = () =>
    run(async () => quote.data && buy(quote.data), {
      close: onClose,
      onFailure: (error) => {
        if (isRefusal(error, QUOTE_EXPIRED)) void quote.refetch()
        key.current = crypto.randomUUID()
        void account.refetch()
        void fitting.refetch()
      },
    })
  return (
    <Modal
      open
      title={t('buy.title')}
      okText={t(isCoins ? 'buy.payCoins' : 'buy.order', { coins: word })}
      okButtonProps={{ loading: busy, disabled: !quote.data || fitting.isPending || isShort }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className="or-summary">
        <p>
          <strong>{name}</strong>
        </p>
        <Radio.Group
          value={forOthers}
          aria-label={t('buy.for')}
          onChange={(event) => choose(() => setForOthers(event.target.value))}
          options={[
            { value: false, label: t('buy.forSelf') },
            { value: true, label: t('buy.forOthers') },
          ]}
        />
        {forOthers && (
          <div className="sy-row sy-wrap sy-gap-2">
            {t('buy.seats')}
            <InputNumber
              aria-label={t('buy.seats')}
              min={2}
              max={seatsMax}
              precision={0}
              value={seats}
              onChange={(value) => choose(() => setSeats(value ?? 2))}
            />
            <small className="sy-faint">{t('buy.seatsHint')}</small>
          </div>
        )}
        {tag.ranges.length > 1 && forOthers && (
          <Facts
            shape="ends"
            label={t('buy.ladder')}
            items={tag.ranges.map(({ begin, end, unit }) => [
              end === -1 ? t('buy.from', { begin }) : t('buy.between', { begin, end }),
              <Price key={begin} payType={tag.payType ?? 1} amount={unit} />,
            ])}
          />
        )}
        {quote.isPending && <LoadingState rows={2} shape="lines" />}
        {quote.isError && <ErrorState small error={quote.error} onRetry={() => void quote.refetch()} />}
        {quote.data && offered.length > 0 && (
          <CouponSelect
            coupons={offered}
            payType={quote.data.payType}
            value={coupon?.id ?? null}
            onChange={(id) => choose(() => setChosen(id))}
          />
        )}
        {quote.data && (
          <Facts
            shape="ends"
            items={[
              quantity > 1 && [
                t('buy.each'),
                <Price
                  key="each"
                  payType={quote.data.payType}
                  amount={quote.data.unit}
                  original={quote.data.originalUnit}
                />,
              ],
              saves !== '0' && [
                t('buy.before'),
                <Price key="before" payType={quote.data.payType} amount={quote.data.total} />,
              ],
              saves !== '0' && [
                t('buy.saved'),
                <span key="saved">
                  −<Price payType={quote.data.payType} amount={saves} />
                </span>,
              ],
              [t('buy.total'), <Price key="total" large payType={quote.data.payType} amount={total ?? '0'} />],
              isCoins &&
                balance !== undefined && [
                  t('buy.balance', { coins: word }),
                  <Price key="balance" payType={1} amount={balance} />,
                ],
            ]}
          />
        )}
        {isShort && (
          <p role="alert" className="sy-problem">
            {t('buy.short', { coins: word })}
          </p>
        )}
        <small className="sy-faint">{t(forOthers ? 'buy.refundSeats' : 'buy.refundHint')}</small>
      </div>
    </Modal>
  )
}
