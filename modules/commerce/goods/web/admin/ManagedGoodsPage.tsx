import '../parts/goods.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { Price } from '#modules/commerce/prices/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
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
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const narrow = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  const categories = useQuery(q(goods.managedGoodsCategories, {}, { quiet: true }))
  const query = { page: paging.page, pageSize: paging.pageSize, ...filters }
  const list = useQuery({ ...q(goods.managedGoods, { query }), placeholderData: keepPreviousData })
  const select = <Value extends string>(
    label: string,
    options: readonly { readonly value: Value; readonly label: string }[],
    onChange: (value?: Value) => void,
  ) => (
    <Select
      allowClear
      style={{ width: 150 }}
      aria-label={label}
      placeholder={label}
      options={[...options]}
      onChange={onChange}
    />
  )
  return (
    <>
      <PageHeader
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
      />
      <div className="sy-toolbar">
        <SearchBox label={t('mall.search')} onSearch={(search) => narrow({ search: search || undefined })} />
        {select(
          t('managed.status'),
          goodsStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          (status) => narrow({ status }),
        )}
        {select(
          t('edit.kind'),
          goodsKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          (kind) => narrow({ kind }),
        )}
        {select(
          t('mall.category'),
          (categories.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          (categoryId) => narrow({ categoryId }),
        )}
      </div>
      <ListTable<ManagedGoods>
        list={list}
        label={t('managed.title')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('managed.none')} description={t('managed.noneHint')} />}
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
