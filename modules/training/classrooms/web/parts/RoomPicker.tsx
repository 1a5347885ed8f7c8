import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { classrooms } from '../../contract.ts'

export interface RoomPickerProps {
  /** A field of a form hands over these three. */
  readonly id?: string
  readonly value?: string
  readonly onChange?: (roomId: string | undefined) => void
  readonly label: string
  /** Only rooms that are free then; null: any. */
  readonly time?: readonly [from: number, to: number] | null
  /** The name of the room that was chosen before, which may not be free for others. */
  readonly known?: { readonly id: string; readonly name: string } | undefined
}

const shownMax = 50
const dayMs = 86_400_000

/** Chooses a room that the caller may book, by typing. */
export default function RoomPicker({ id, value, onChange, label, time = null, known }: RoomPickerProps) {
  const t = useText('classrooms')
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(known)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // A time of more than a day is refused, and no filter.
  const [from, to] = time ?? [0, 0]
  const when = from < to && to - from <= dayMs ? { from, to } : {}
  const query = { pageSize: shownMax, ...(search && { search }), ...when }
  const { data, isLoading } = useQuery(q(classrooms.rooms, { query }, { quiet: true }))
  const found = (data?.items ?? []).map((room) => ({
    value: room.id,
    label: t('room.choice', { name: [room.building, room.name].filter(Boolean).join(' '), count: room.seats }),
  }))
  const isMissing = chosen !== undefined && value === chosen.id && !found.some((one) => one.value === value)
  return (
    <Select<string>
      id={id}
      aria-label={id === undefined ? label : undefined}
      style={{ width: '100%' }}
      placeholder={label}
      loading={isLoading}
      popupMatchSelectWidth={false}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      value={value}
      options={isMissing ? [{ value: chosen.id, label: chosen.name }, ...found] : found}
      notFoundContent={isLoading ? null : t('room.noneFree')}
      onChange={(roomId: string | undefined) => {
        const room = found.find((one) => one.value === roomId)
        if (room) setChosen({ id: room.value, name: room.label })
        onChange?.(roomId)
      }}
    />
  )
}
