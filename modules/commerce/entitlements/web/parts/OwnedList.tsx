import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { OwnEntitlement } from '../../contract/shapes.ts'
import { entitlements } from '../../contract.ts'

/** What is open to the member, by what it was bought or given. */
export default function OwnedList() {
  const t = useText('entitlements')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({
    ...q(entitlements.ownEntitlements, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListTable<OwnEntitlement>
      list={list}
      label={t('owned.title')}
      rowKey="id"
      paging={paging}
      empty={<EmptyState small title={t('owned.none')} description={t('owned.noneHint')} />}
      columns={[
        {
          title: t('owned.item'),
          key: 'item',
          render: (_, { itemName, link }) => (link === '' ? itemName : <Link to={link}>{itemName}</Link>),
        },
        { title: t('owned.kind'), key: 'kind', render: (_, { kindName }) => kindName },
        { title: t('owned.source'), key: 'source', render: (_, { source }) => t(`source.${source}`) },
        { title: t('owned.since'), key: 'since', render: (_, { startsAt }) => <DateText value={startsAt} /> },
        {
          title: t('owned.until'),
          key: 'until',
          render: (_, { endsAt }) => (endsAt === null ? t('owned.always') : <DateText value={endsAt} />),
        },
        { title: t('owned.state'), key: 'state', render: (_, row) => <StateTag {...row} /> },
      ]}
    />
  )
}

function StateTag({ state, endsAt }: Pick<OwnEntitlement, 'state' | 'endsAt'>) {
  const t = useText('entitlements')
  if (state === 'paused') return <Tag color="warning">{t('state.paused')}</Tag>
  const isOver = endsAt !== null && endsAt <= Date.now()
  return isOver ? <Tag>{t('state.over')}</Tag> : <Tag color="success">{t('state.active')}</Tag>
}
