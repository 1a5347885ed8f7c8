import '../parts/goods.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { Price } from '#modules/commerce/prices/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { FilteredList, FilterSelect, useFilters } from '#web/ui/FilteredList.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  type GoodsKind,
  type GoodsStatus,
  goodsKinds,
  goodsStatuses,
  type ManagedGoods,
} from '../../contract/shapes.ts'
import { goods } from '../../contract.ts'
import { GoodsPicture } from '../parts/GoodsPicture.tsx'
import { goodsPaths } from '../paths.ts'
import { CategoriesModal } from './CategoriesModal.tsx'
import { AdjustModal, CodesModal, StockDrawer } from './StockModals.tsx'

interface Filters {
  readonly search?: string
  readonly status?: GoodsStatus
  readonly kind?: GoodsKind
  readonly categoryId?: string
}

type Dialog =
  | { readonly shows: 'adjust' | 'codes' | 'history'; readonly item: ManagedGoods }
  | { readonly shows: 'categories' }

const tagColors = { draft: 'default', 'on-sale': 'success', 'off-sale': 'warning' } as const

/** The goods of the mall: made, put on sale, their stock and their categories. */
export default function ManagedGoodsPage() {
  const t = useText('goods')
  const navigate = useNavigate()
  const { paging, narrow, query } = useFilters<Filters>()
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const categories = useQuery(q(goods.managedGoodsCategories, {}, { quiet: true }))
  const list = useQuery({ ...q(goods.managedGoods, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <FilteredList<ManagedGoods>
        title={t('managed.title')}
        description={t('managed.description')}
        actions={
          <>
            <Button onClick={() => setDialog({ shows: 'categories' })}>{t('categories.title')}</Button>
            <Button
              type="primary"
              icon={<Icon name="plus" size={16} />}
              onClick={() => void navigate(goodsPaths.edit('new'))}
            >
              {t('edit.new')}
            </Button>
          </>
        }
        searchLabel={t('mall.search')}
        onSearch={(search) => narrow({ search })}
        filters={
          <>
            <FilterSelect
              label={t('managed.status')}
              all={t('managed.status')}
              options={goodsStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
              onChange={(status) => narrow({ status })}
            />
            <FilterSelect
              label={t('edit.kind')}
              all={t('edit.kind')}
              options={goodsKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              onChange={(kind) => narrow({ kind })}
            />
            <FilterSelect
              label={t('mall.category')}
              all={t('mall.category')}
              options={(categories.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(categoryId) => narrow({ categoryId })}
            />
          </>
        }
        none={t('managed.none')}
        noneHint={t('managed.noneHint')}
        list={list}
        paging={paging}
        columns={[
          {
            title: t('edit.name'),
            key: 'name',
            render: (_, { id, name, pictureIds, categoryName }) => (
              <span className="ml-named">
                <GoodsPicture name={name} fileId={pictureIds[0]} />
                <span className="sy-column">
                  <Link to={goodsPaths.edit(id)}>{name}</Link>
                  {categoryName !== null && <small className="sy-faint">{categoryName}</small>}
                </span>
              </span>
            ),
          },
          {
            title: t('managed.status'),
            key: 'status',
            render: (_, { status }) => <Tag color={tagColors[status]}>{t(`statuses.${status}`)}</Tag>,
          },
          { title: t('edit.kind'), key: 'kind', render: (_, { kind }) => t(`kinds.${kind}`) },
          {
            title: t('edit.price'),
            key: 'price',
            render: (_, { points, coins }) => <Price payType={payTypes.coin} amount={coins} points={points} />,
          },
          {
            title: t('mall.stock'),
            key: 'stock',
            render: (_, item) => (
              <Button type="link" className="sy-cell-link" onClick={() => setDialog({ shows: 'history', item })}>
                {item.stock === null ? t('mall.unlimited') : item.stock}
              </Button>
            ),
          },
          { title: t('managed.taken'), key: 'taken', dataIndex: 'takenCount' },
          {
            title: t('managed.actions'),
            key: 'actions',
            render: (_, item) => <Actions item={item} onDialog={(shows) => setDialog({ shows, item })} />,
          },
        ]}
      />
      {dialog?.shows === 'categories' && <CategoriesModal onClose={close} />}
      {dialog?.shows === 'adjust' && <AdjustModal item={dialog.item} onClose={close} />}
      {dialog?.shows === 'codes' && <CodesModal item={dialog.item} onClose={close} />}
      {dialog?.shows === 'history' && <StockDrawer item={dialog.item} onClose={close} />}
    </>
  )
}

function Actions({ item, onDialog }: { item: ManagedGoods; onDialog: (shows: 'adjust' | 'codes') => void }) {
  const t = useText('goods')
  const { id, name, kind, status, stock } = item
  const setStatus = (next: 'on-sale' | 'off-sale') =>
    call(goods.setGoodsStatus, { params: { id }, body: { status: next } })
  return (
    <span className="sy-actions">
      {kind === 'codes' && (
        <Button size="small" onClick={() => onDialog('codes')}>
          {t('stock.addCodes')}
        </Button>
      )}
      {kind !== 'codes' && stock !== null && (
        <Button size="small" onClick={() => onDialog('adjust')}>
          {t('stock.adjust')}
        </Button>
      )}
      {status === 'on-sale' ? (
        <ConfirmButton
          size="small"
          question={t('managed.endQuestion', { name })}
          consequence={t('managed.endHint')}
          onConfirm={() => setStatus('off-sale')}
        >
          {t('managed.end')}
        </ConfirmButton>
      ) : (
        <ConfirmButton
          size="small"
          question={t('managed.sellQuestion', { name })}
          consequence={t('managed.sellHint')}
          onConfirm={() => setStatus('on-sale')}
        >
          {t('managed.sell')}
        </ConfirmButton>
      )}
      {status === 'draft' && (
        <ConfirmButton
          danger
          size="small"
          question={t('managed.deleteQuestion', { name })}
          consequence={t('managed.deleteHint')}
          confirmText={t('managed.delete')}
          onConfirm={() => call(goods.deleteGoods, { params: { id } })}
        >
          {t('managed.delete')}
        </ConfirmButton>
      )}
    </span>
  )
}
