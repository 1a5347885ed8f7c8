import '../parts/goods.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { Price, usePointsText, usePriceText } from '#modules/commerce/prices/web.tsx'
import { currency } from '#modules/platform/currency/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { goodsSorts, type MallItem } from '../../contract/shapes.ts'
import { goods } from '../../contract.ts'
import { GoodsPicture } from '../parts/GoodsPicture.tsx'
import { StockText } from '../parts/StockText.tsx'
import { goodsPaths } from '../paths.ts'

const pageSize = 24
const all = 'all'

/** The points mall (COMMERCE-004): goods for points and coins. */
export default function MallPage() {
  const t = useText('goods')
  const text = usePriceText()
  const pointsText = usePointsText()
  const paging = usePaging(pageSize)
  const [category, setCategory] = useState(all)
  const [search, setSearch] = useState<string>()
  const [sort, setSort] = useState<(typeof goodsSorts)[number]>('newest')
  const categories = useQuery(q(goods.goodsCategories, {}, { quiet: true }))
  const account = useQuery(q(currency.personAccount, {}, { quiet: true }))
  const narrow = (change: () => void) => {
    change()
    paging.reset()
  }
  const query = {
    ...{ page: paging.page, pageSize: paging.pageSize, sort, search },
    ...(category !== all && { categoryId: category }),
  }
  const list = useQuery({ ...q(goods.mall, { query }, { quiet: true }), placeholderData: keepPreviousData })
  const own = account.data
  const shown = (categories.data?.items ?? []).filter(({ goodsCount }) => goodsCount > 0)
  return (
    <>
      <PageHeader
        title={t('mall.title')}
        description={
          own &&
          t('mall.balance', {
            points: pointsText(own.points.totalAmount),
            coins: text(payTypes.coin, own.coin.totalAmount),
          })
        }
        actions={
          <Link className="sy-button sy-button-plain" to={goodsPaths.orders}>
            {t('mall.own')}
          </Link>
        }
      />
      {shown.length > 0 && (
        <TabBar
          label={t('mall.categories')}
          tabs={[
            { key: all, title: t('mall.all') },
            ...shown.map(({ id, name, goodsCount }) => ({ key: id, title: name, count: goodsCount })),
          ]}
          active={category}
          onChange={(next) => narrow(() => setCategory(next))}
        />
      )}
      <div className="sy-toolbar ml-tools">
        <SearchBox label={t('mall.search')} onSearch={(typed) => narrow(() => setSearch(typed || undefined))} />
        <Select
          style={{ width: 160 }}
          aria-label={t('mall.sort')}
          value={sort}
          options={goodsSorts.map((value) => ({ value, label: t(`mall.sorts.${value}`) }))}
          onChange={(next) => narrow(() => setSort(next))}
        />
      </div>
      {list.isPending && <LoadingState rows={6} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.recordCount === 0 && (
        <EmptyState
          title={t(search === undefined ? 'mall.none' : 'mall.nothingFound')}
          description={t(search === undefined ? 'mall.noneHint' : 'mall.nothingFoundHint')}
        />
      )}
      {list.data && list.data.recordCount > 0 && (
        <>
          <ul className="ml-list">
            {list.data.items.map((item) => (
              <li key={item.id}>
                <Card item={item} />
              </li>
            ))}
          </ul>
          <Pager paging={paging} recordCount={list.data.recordCount} />
        </>
      )}
    </>
  )
}

function Card({ item }: { item: MallItem }) {
  const { id, name, pictureIds, points, coins, stock } = item
  return (
    <Link className="sy-card ml-card" data-sold-out={stock === 0} to={goodsPaths.one(id)}>
      <GoodsPicture name={name} fileId={pictureIds[0]} />
      <span className="ml-card-text">
        <b>{name}</b>
        <span className="ml-card-foot">
          <Price payType={payTypes.coin} amount={coins} points={points} />
          <StockText stock={stock} />
        </span>
      </span>
    </Link>
  )
}
