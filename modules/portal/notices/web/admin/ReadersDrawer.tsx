import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Segmented } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type ManagedNotice, notices } from '../../contract.ts'

type Reader = Output<typeof notices.noticeReaders>['items'][number]

const filters = { all: undefined, unread: false, read: true } as const

/** Who of the audience has read a notice. */
export function ReadersDrawer({ notice, onClose }: { notice: ManagedNotice; onClose: () => void }) {
  const t = useText('notices')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filter, setFilter] = useState<keyof typeof filters>('all')
  const [search, setSearch] = useState('')
  const query = { page: paging.page, pageSize: paging.pageSize, search, isRead: filters[filter] }
  const list = useQuery({
    ...q(notices.noticeReaders, { params: { id: notice.id }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Drawer open size={640} title={`${t('readers.title')} · ${notice.title}`} onClose={onClose}>
      <div className="sy-toolbar">
        <Segmented<keyof typeof filters>
          aria-label={t('readers.filter')}
          value={filter}
          onChange={(chosen) => {
            setFilter(chosen)
            paging.reset()
          }}
          options={[
            { value: 'all', label: t('readers.all') },
            { value: 'unread', label: t('readers.unread') },
            { value: 'read', label: t('readers.read') },
          ]}
        />
        <SearchBox
          label={t('readers.search')}
          placeholder={t('readers.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
      </div>
      <ListTable<Reader>
        list={list}
        label={t('readers.table')}
        rowKey="memberId"
        paging={paging}
        empty={<EmptyState small title={t('readers.none')} />}
        columns={[
          { title: t('readers.name'), dataIndex: 'fullName' },
          { title: t('readers.organization'), dataIndex: 'organizationName' },
          {
            title: t('readers.readAt'),
            key: 'readAt',
            render: (_, { readAt }) => (readAt === null ? t('readers.notRead') : <DateText value={readAt} />),
          },
        ]}
      />
    </Drawer>
  )
}
