import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { ManagedRoom } from '../../contract/rooms.ts'
import { classrooms } from '../../contract.ts'
import { RoomDialog } from './RoomDialog.tsx'

/** The rooms of the organizations whose classrooms the member manages. */
export default function RoomsPage() {
  const t = useText('classrooms')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [edited, setEdited] = useState<ManagedRoom | 'new'>()
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(classrooms.managedRooms, { query: { page, pageSize, ...(search && { search }) } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('rooms.title')}
        description={t('rooms.description')}
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to="/classroom-book?tab=managed">
              {t('list.tabs.managed')}
            </Link>
            <Button type="primary" onClick={() => setEdited('new')}>
              {t('rooms.add')}
            </Button>
          </>
        }
      />
      <div className="sy-toolbar">
        <SearchBox label={t('rooms.search')} onSearch={setSearch} />
      </div>
      <ListTable<ManagedRoom>
        label={t('rooms.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('rooms.none')} description={t('rooms.noneHint')} />}
        columns={[
          {
            title: t('rooms.name'),
            key: 'name',
            render: (_, { name, building, isEnabled }) => (
              <>
                <strong>{name}</strong> {!isEnabled && <Tag>{t('rooms.disabled')}</Tag>}
                {building !== '' && <div className="sy-note">{building}</div>}
              </>
            ),
          },
          { title: t('rooms.seats'), key: 'seats', render: (_, { seats }) => seats },
          { title: t('rooms.equipment'), key: 'equipment', render: (_, { equipment }) => equipment.join(' · ') || '—' },
          {
            title: t('rooms.review'),
            key: 'review',
            render: (_, { isReviewed }) => t(isReviewed ? 'rooms.reviewed' : 'rooms.atOnce'),
          },
          {
            title: t('rooms.managers'),
            key: 'managers',
            render: (_, { managers }) => managers.map(({ fullName }) => fullName).join(' · ') || '—',
          },
          { title: t('rooms.organization'), key: 'organization', render: (_, row) => row.organizationName },
          { title: t('rooms.coming'), key: 'coming', render: (_, { comingBookings }) => comingBookings },
          {
            title: t('rooms.actions'),
            key: 'actions',
            render: (_, row) => (
              <span className="sy-cell-actions">
                <Button type="link" onClick={() => setEdited(row)}>
                  {t('rooms.change')}
                </Button>
                <ConfirmButton
                  type="link"
                  danger
                  question={t('rooms.deleteQuestion', { name: row.name })}
                  consequence={t('rooms.deleteConsequence')}
                  onConfirm={() => call(classrooms.deleteRoom, { params: { id: row.id } })}
                >
                  {t('rooms.delete')}
                </ConfirmButton>
              </span>
            ),
          },
        ]}
      />
      {edited && <RoomDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
