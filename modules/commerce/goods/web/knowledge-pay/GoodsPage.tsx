import '../parts/goods.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { Price } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import type { MallGoods } from '../../contract/shapes.ts'
import { goods } from '../../contract.ts'
import { Gallery } from '../parts/Gallery.tsx'
import { StockText } from '../parts/StockText.tsx'
import { goodsPaths } from '../paths.ts'
import { ExchangeDialog } from './ExchangeDialog.tsx'

/** Goods with their pictures, what they cost and what is left, and the exchange. */
export default function GoodsPage() {
  const { id = '' } = useParams()
  const found = useQuery(q(goods.mallGoods, { params: { id } }))
  if (found.isPending) return <LoadingState rows={8} />
  if (found.isError) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  return <Shown key={id} item={found.data} onChanged={() => void found.refetch()} />
}

/** Why it cannot be exchanged now; undefined: it can. */
function obstacleOf({ isOnSale, stock, limitPerMember, ownUnits }: MallGoods) {
  if (!isOnSale) return 'mall.notOnSale'
  if (stock === 0) return 'mall.soldOutHint'
  return limitPerMember !== null && ownUnits >= limitPerMember ? 'mall.limitReached' : undefined
}

function Shown({ item, onChanged }: { item: MallGoods; onChanged: () => void }) {
  const t = useText('goods')
  const [isExchanging, setExchanging] = useState(false)
  const { name, pictureIds, points, coins, stock, kind, limitPerMember, ownUnits, description } = item
  const obstacle = obstacleOf(item)
  return (
    <>
      <PageHeader title={name} back={<Link to={goodsPaths.mall}>{t('mall.title')}</Link>} />
      <div className="sy-column sy-gap-5">
        <section className="sy-card ml-detail" aria-label={name}>
          <Gallery name={name} pictureIds={pictureIds} />
          <div className="ml-facts">
            <Price large payType={payTypes.coin} amount={coins} points={points} />
            <Facts
              shape="rows"
              items={[
                [t('mall.stock'), stock === null ? t('mall.unlimited') : <StockText key="stock" stock={stock} />],
                [t('mall.delivery'), t(kind === 'physical' ? 'mall.sent' : 'mall.atOnce')],
                limitPerMember !== null && [
                  t('mall.limit'),
                  t('mall.limitOf', { count: limitPerMember, own: ownUnits }),
                ],
                item.categoryName !== null && [t('mall.category'), item.categoryName],
                item.saleUntil !== null && [t('mall.until'), <DateText key="until" value={item.saleUntil} />],
              ]}
            />
            {obstacle === undefined ? (
              <button type="button" className="sy-button co-button-large" onClick={() => setExchanging(true)}>
                <Icon name="gift" size={20} />
                {t('exchange.button')}
              </button>
            ) : (
              <p className="sy-problem">{t(obstacle)}</p>
            )}
            <small className="sy-faint">{t(kind === 'physical' ? 'mall.refundHint' : 'mall.virtualHint')}</small>
          </div>
        </section>
        {description !== '' && (
          <section className="sy-card" aria-label={t('mall.description')}>
            <h2>{t('mall.description')}</h2>
            <Prose html={description} />
          </section>
        )}
      </div>
      {isExchanging && <ExchangeDialog item={item} onChanged={onChanged} onClose={() => setExchanging(false)} />}
    </>
  )
}
