import './lecturers.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { q } from '#web/api/query.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { dateText } from '#web/ui/date.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import type { Conflict } from '../../contract/availability.ts'
import type { LecturerChoice } from '../../contract/choosing.ts'
import { lecturers } from '../../contract.ts'

export interface LecturerPickerProps {
  readonly id?: string
  /** Stands in the empty field; names it for screen readers where no label does by the id. */
  readonly label: string
  readonly value?: readonly string[]
  readonly onChange?: (lecturerIds: string[]) => void
  /** The most that can be chosen. */
  readonly max?: number
  readonly disabled?: boolean
  /** The time that is planned: conflicts with it are shown. */
  readonly period?: { readonly from: number; readonly until: number }
  /** What is planned, whose own booking is no conflict. */
  readonly exceptRefId?: string
}

const pageSize = 20

/** Lecturers by typed words, and those that were chosen before, each with what stands against the time. */
function useChoices({ value = [], period, exceptRefId }: LecturerPickerProps, typed: string) {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const time = period && period.from < period.until ? { ...period, ...(exceptRefId && { exceptRefId }) } : {}
  const found = useQuery({
    ...q(lecturers.lecturerChoices, { query: { ...time, pageSize, ...(search && { search }) } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    ...q(lecturers.lecturerChoices, { query: { ...time, pageSize: 100, ids: [...value] } }, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: value.length > 0,
  })
  const isWaiting = found.isPending || search !== typed.trim()
  return { isWaiting, found: isWaiting ? [] : (found.data?.items ?? []), chosen: chosen.data?.items ?? [] }
}

function conflictText(t: TextOf, { kind, title, from }: Conflict): string {
  if (kind !== 'booked') return t(`maps.conflict.${kind}`)
  return `${dateText(from, 'minute')} ${t('choose.ofTitle', { title })}`
}

const reasonsOf = (t: TextOf, conflicts: readonly Conflict[]) =>
  conflicts.map((conflict) => conflictText(t, conflict)).join(t('choose.separator'))

/** Chooses lecturers for a time. A conflict is said and does not prevent the choice. */
export default function LecturerPicker(props: LecturerPickerProps) {
  const { id, label, value = [], onChange, max, disabled = false } = props
  const t = useText('lecturers')
  const [typed, setTyped] = useState('')
  const { isWaiting, found, chosen } = useChoices(props, typed)
  const kept = typed === '' ? chosen.filter((one) => !found.some((other) => other.id === one.id)) : []
  const names = new Map([...chosen, ...found].map((one) => [one.id, one.fullName]))
  const options = [...kept, ...found].map((one) => ({ value: one.id, label: one.fullName, one }))
  const warned = chosen.filter((one) => value.includes(one.id) && one.conflicts.length > 0)
  return (
    <>
      <Select
        id={id}
        mode="multiple"
        allowClear
        labelInValue
        disabled={disabled}
        loading={isWaiting}
        maxCount={max}
        popupMatchSelectWidth={false}
        placeholder={label}
        aria-label={id === undefined ? label : undefined}
        style={{ width: '100%' }}
        showSearch={{ onSearch: setTyped, filterOption: false, searchValue: typed }}
        notFoundContent={t('list.noMatch')}
        options={options}
        optionRender={({ data }) => <Option one={data.one} />}
        value={value.map((one) => ({ value: one, label: names.get(one) ?? '…' }))}
        onChange={(ones: { value: string }[]) => {
          setTyped('')
          onChange?.(ones.map((one) => one.value))
        }}
      />
      {warned.map(({ id: lecturerId, fullName, conflicts }) => (
        <p key={lecturerId} className="sy-note le-wrong" role="status">
          {t('choose.conflicts', { name: fullName, reasons: reasonsOf(t, conflicts) })}
        </p>
      ))}
    </>
  )
}

function Option({ one }: { one: LecturerChoice }) {
  const t = useText('lecturers')
  const { fullName, picturePath, level, affiliation, conflicts } = one
  return (
    <span className="sy-row sy-gap-2">
      <Avatar name={fullName} path={picturePath} size={24} />
      <span>{fullName}</span>
      {conflicts.length > 0 ? (
        <small className="le-wrong" title={reasonsOf(t, conflicts)}>
          {t('choose.busy')}
        </small>
      ) : (
        <small className="sy-faint">
          {[t(`maps.level.${level}`), affiliation].filter((part) => part !== '').join(' · ')}
        </small>
      )}
    </span>
  )
}
