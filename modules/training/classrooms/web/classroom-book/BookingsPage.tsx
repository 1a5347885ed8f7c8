import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { classrooms } from '../../contract.ts'
import { BookDialog } from './BookDialog.tsx'
import { BookingList } from './BookingList.tsx'
import { ManagedTab } from './ManagedTab.tsx'
import { ScheduleTab } from './ScheduleTab.tsx'

const tabs = ['mine', 'calendar', 'managed'] as const
type Tab = (typeof tabs)[number]
type When = 'coming' | 'over'

/** The bookings of the member, the calendar of rooms, and for those who manage rooms the bookings of others (TRAINING-003). */
export default function BookingsPage() {
  const t = useText('classrooms')
  const [address, setAddress] = useSearchParams()
  const tab = tabs.find((one) => one === address.get('tab')) ?? 'mine'
  const [isBooking, setIsBooking] = useState(false)
  const own = useQuery(q(classrooms.ownBookings, { query: { pageSize: 1 } }, { quiet: true }))
  const shown = own.data?.isRoomManager || tab === 'managed' ? tabs : tabs.slice(0, 2)
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <Button type="primary" onClick={() => setIsBooking(true)}>
            {t('booking.add')}
          </Button>
        }
      />
      <TabBar<Tab>
        label={t('list.title')}
        tabs={shown.map((key) => ({ key, title: t(`list.tabs.${key}`) }))}
        active={tab}
        onChange={(key) => setAddress(key === 'mine' ? '' : `tab=${key}`, { replace: true })}
        panelId="room-panel"
      />
      <div id="room-panel" role="tabpanel" className="sy-tab-panel" aria-label={t(`list.tabs.${tab}`)}>
        {tab === 'mine' && <OwnTab onBook={() => setIsBooking(true)} />}
        {tab === 'calendar' && <ScheduleTab />}
        {tab === 'managed' && <ManagedTab />}
      </div>
      {isBooking && <BookDialog onClose={() => setIsBooking(false)} />}
    </>
  )
}

function OwnTab({ onBook }: { onBook: () => void }) {
  const t = useText('classrooms')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [when, setWhen] = useState<When>('coming')
  const { page, pageSize } = paging
  const query = { page, pageSize, when, ...(search && { search }) }
  const { data, error, refetch } = useQuery({
    ...q(classrooms.ownBookings, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar">
        <Choice<When>
          label={t('list.when')}
          value={when}
          options={(['coming', 'over'] as const).map((value) => ({ value, label: t(`list.${value}`) }))}
          onChange={(value) => {
            setWhen(value)
            paging.reset()
          }}
        />
        <SearchBox label={t('list.search')} onSearch={setSearch} />
      </div>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />)}
      {data?.recordCount === 0 && (
        <EmptyState
          title={t(search ? 'list.noMatch' : `list.none.${when}`)}
          description={!search && when === 'coming' && t('list.noneHint')}
          action={!search && when === 'coming' && <Button onClick={onBook}>{t('booking.add')}</Button>}
        />
      )}
      {data && data.items.length > 0 && <BookingList items={data.items} />}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}
