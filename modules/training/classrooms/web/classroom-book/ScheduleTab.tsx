import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { type TextOf, useLanguage, useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { DayField } from '#web/ui/DateFields.tsx'
import { dateText, longDay } from '#web/ui/date.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { RoomSchedule } from '../../contract/bookings.ts'
import { seatsMax } from '../../contract/rooms.ts'
import { classrooms } from '../../contract.ts'
import RoomPicker from '../parts/RoomPicker.tsx'
import { BookDialog, type Started } from './BookDialog.tsx'
import { BookingDialog } from './BookingDialog.tsx'
import { dayOf, hoursOf, segmentsOf, weekOf } from './grid.ts'
import { RoomCard } from './RoomCard.tsx'
import { type GridRow, ScheduleGrid } from './ScheduleGrid.tsx'

type View = 'day' | 'week'
const daysOfWeek = [0, 1, 2, 3, 4, 5, 6]

const placeOf = ({ building, seats }: RoomSchedule['room'], t: TextOf) =>
  [building, t('room.seats', { count: seats })].filter(Boolean).join(' · ')

/** When rooms are free: all of them on a day, or one of them in a week. */
export function ScheduleTab() {
  const t = useText('classrooms')
  const language = useLanguage()
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [view, setView] = useState<View>('day')
  const [day, setDay] = useState(() => dayOf(Date.now()))
  const [seats, setSeats] = useState<number | null>(null)
  const [roomId, setRoomId] = useState<string>()
  const [started, setStarted] = useState<Started>()
  const [opened, setOpened] = useState<string>()
  const isWeek = view === 'week'
  const from = isWeek ? weekOf(day) : day
  const to = dayOf(from, isWeek ? 7 : 1)
  const filter = isWeek
    ? { ...(roomId && { roomId }), pageSize: 1 }
    : { page: paging.page, pageSize: paging.pageSize, ...(search && { search }), ...(seats && { seats }) }
  const { data, error, refetch } = useQuery({
    ...q(classrooms.schedule, { query: { from, to, ...filter } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  // The week is that of one room; until it has come the rooms of the day are still there.
  const items = (data?.items ?? []).slice(0, isWeek ? 1 : undefined)
  const hours = hoursOf(items)
  const now = Date.now()
  const rowOf = (schedule: RoomSchedule, one: number): GridRow => ({
    key: `${schedule.room.id}:${one}`,
    title: isWeek ? longDay(one, language) : schedule.room.name,
    note: isWeek ? '' : placeOf(schedule.room, t),
    roomId: schedule.room.id,
    segments: segmentsOf(schedule, one, hours, now),
  })
  const [only] = items
  const shownRoomId = roomId ?? only?.room.id
  const days = isWeek ? daysOfWeek.map((later) => dayOf(from, later)) : [day]
  const rows = items.flatMap((schedule) => days.map((one) => rowOf(schedule, one)))
  const step = (by: 1 | -1) => setDay(dayOf(day, by * (isWeek ? 7 : 1)))
  return (
    <div className="sy-column sy-gap-4">
      <div className="sy-toolbar">
        <Choice<View>
          label={t('calendar.view')}
          value={view}
          options={(['day', 'week'] as const).map((value) => ({ value, label: t(`calendar.${value}`) }))}
          onChange={setView}
        />
        <span className="sy-inline sy-gap-1">
          <Button
            aria-label={t(isWeek ? 'calendar.weekBefore' : 'calendar.dayBefore')}
            icon={<Icon name="chevron-left" size={18} />}
            onClick={() => step(-1)}
          />
          <span style={{ width: 150 }}>
            <DayField
              aria-label={t('calendar.which')}
              value={dateText(day, 'day')}
              onChange={(chosen) => setDay(dayOf(chosen ? new Date(`${chosen}T00:00`).getTime() : Date.now()))}
            />
          </span>
          <Button
            aria-label={t(isWeek ? 'calendar.weekAfter' : 'calendar.dayAfter')}
            icon={<Icon name="chevron-right" size={18} />}
            onClick={() => step(1)}
          />
        </span>
        <Button onClick={() => setDay(dayOf(Date.now()))}>{t('calendar.today')}</Button>
        {isWeek ? (
          <span style={{ minWidth: 220 }}>
            <RoomPicker
              label={t('booking.room')}
              value={shownRoomId}
              known={only?.room}
              key={only ? 'known' : 'unknown'}
              onChange={setRoomId}
            />
          </span>
        ) : (
          <>
            <SearchBox label={t('calendar.search')} onSearch={setSearch} />
            <InputNumber
              style={{ width: 140 }}
              aria-label={t('calendar.seats')}
              placeholder={t('calendar.seats')}
              min={1}
              max={seatsMax}
              precision={0}
              value={seats}
              onChange={(value) => {
                setSeats(value)
                paging.reset()
              }}
            />
          </>
        )}
      </div>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={5} />)}
      {data && rows.length === 0 && (
        <EmptyState
          title={t('calendar.none')}
          description={t(search || seats ? 'calendar.noMatch' : 'calendar.noneHint')}
        />
      )}
      {rows.length > 0 && (
        <>
          {isWeek ? only && <RoomCard room={only.room} /> : <h2 className="cr-day">{longDay(day, language)}</h2>}
          <ScheduleGrid
            label={t('calendar.title')}
            rows={rows}
            hours={hours}
            onBook={(room, time) =>
              setStarted({ room: items.find((one) => one.room.id === room)?.room, time: [time.from, time.to] })
            }
            onOpen={setOpened}
          />
          <p className="sy-note">{t('calendar.hint')}</p>
        </>
      )}
      {!isWeek && data && <Pager paging={paging} recordCount={data.recordCount} />}
      {started && <BookDialog started={started} onClose={() => setStarted(undefined)} />}
      {opened !== undefined && <BookingDialog id={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}
