import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { CouponHolder, ManagedCoupon } from '../../contract/shapes.ts'
import { coupons } from '../../contract.ts'

/** Who has a coupon, how they got it, and what became of it. */
export function HoldersDrawer({ coupon, onClose }: { readonly coupon: ManagedCoupon; readonly onClose: () => void }) {
  const t = useText('coupons')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useState('')
  const query = { page: paging.page, pageSize: paging.pageSize, search }
  const list = useQuery({
    ...q(coupons.couponHolders, { params: { id: coupon.id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const title = t('holders.title', { name: coupon.name })
  return (
    <Drawer open size={720} title={title} onClose={onClose}>
      <div className="sy-toolbar">
        <SearchBox
          label={t('holders.search')}
          onSearch={(typed) => {
            setSearch(typed)
            paging.reset()
          }}
        />
      </div>
      <ListTable<CouponHolder>
        list={list}
        label={title}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('holders.none')} description={t('holders.noneHint')} />}
        columns={[
          {
            title: t('holders.member'),
            key: 'member',
            render: (_, { memberName, organizationName }) => `${memberName} · ${organizationName}`,
          },
          { title: t('holders.source'), key: 'source', render: (_, { source }) => t(`ways.${source}`) },
          { title: t('holders.state'), key: 'state', render: (_, { state }) => t(`own.${state}`) },
          { title: t('holders.gotAt'), key: 'got', render: (_, { gotAt }) => <DateText value={gotAt} /> },
          {
            title: t('holders.usedAt'),
            key: 'used',
            render: (_, { usedAt }) => (usedAt === null ? '–' : <DateText value={usedAt} />),
          },
        ]}
      />
    </Drawer>
  )
}
