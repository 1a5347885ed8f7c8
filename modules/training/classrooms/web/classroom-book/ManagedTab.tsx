import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { download, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type BookingState, bookingStates } from '../../contract/bookings.ts'
import { classrooms } from '../../contract.ts'
import { BookingList } from './BookingList.tsx'
import { dayOf } from './grid.ts'

/** The bookings of the rooms that the member manages: those to decide first. */
export function ManagedTab() {
  const t = useText('classrooms')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<BookingState | undefined>('pending')
  // From the beginning of today, so that the question stays the same.
  const [from] = useState(() => dayOf(Date.now()))
  const { page, pageSize } = paging
  const query = { page, pageSize, from, ...(state && { state }), ...(search && { search }) }
  const { data, error, refetch } = useQuery({
    ...q(classrooms.managedBookings, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('managed.search')} onSearch={setSearch} />
        <Select<BookingState>
          allowClear
          style={{ width: 140 }}
          placeholder={t('managed.all')}
          aria-label={t('booking.state')}
          value={state}
          options={bookingStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          onChange={(value?: BookingState) => {
            setState(value)
            paging.reset()
          }}
        />
        <ExportMonth />
      </div>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />)}
      {data?.recordCount === 0 && (
        <EmptyState title={t(state === 'pending' && !search ? 'managed.nothing' : 'list.noMatch')} />
      )}
      {data && data.items.length > 0 && <BookingList items={data.items} isOfOthers />}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}

/** A year back, and a quarter ahead. */
const monthsAround = Array.from({ length: 16 }, (_, at) => 3 - at)

/** The bookings of a month as a spreadsheet. */
function ExportMonth() {
  const t = useText('classrooms')
  const language = useLanguage()
  const { busy, run } = useAction()
  const now = new Date()
  const months = monthsAround.map((away) => new Date(now.getFullYear(), now.getMonth() + away, 1).getTime())
  const keyOf = (month: number) => dateText(month, 'day').slice(0, 7)
  const [month, setMonth] = useState(keyOf(now.getTime()))
  const format = new Intl.DateTimeFormat(language === 'cn' ? 'zh-CN' : 'en-GB', { year: 'numeric', month: 'long' })
  return (
    <span className="sy-inline sy-gap-2" style={{ marginInlineStart: 'auto' }}>
      <Select<string>
        aria-label={t('managed.month')}
        style={{ width: 150 }}
        value={month}
        options={months.map((one) => ({ value: keyOf(one), label: format.format(one) }))}
        onChange={setMonth}
      />
      <Button
        loading={busy}
        icon={<Icon name="download" size={16} />}
        onClick={() => void run(() => download(classrooms.exportBookings, { query: { month } }))}
      >
        {t('managed.export')}
      </Button>
    </span>
  )
}
