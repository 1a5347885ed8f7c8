import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { q } from '#web/api/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import type { ChosenLecturer } from './values.ts'

interface Props {
  readonly id: string
  readonly placeholder: string
  readonly value: readonly ChosenLecturer[]
  readonly disabled: boolean
  readonly problemId: string | undefined
  readonly onChange: (lecturers: ChosenLecturer[]) => void
}

/** The lecturers besides the host, found by parts of their names. */
export function LecturersSelect({ id, placeholder, value, disabled, problemId, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = { keyword, pageSize: 20 }
  const { data, isFetching } = useQuery({
    ...q(identity.searchColleagues, { query }, { quiet: true }),
    enabled: !disabled,
  })
  const found = (data?.items ?? []).map(({ id: key, memberFullName, headPortrait, organizationName }) => ({
    value: key,
    label: memberFullName,
    path: headPortrait,
    organization: organizationName,
  }))
  const kept = value
    .filter((lecturer) => !found.some((choice) => choice.value === lecturer.id))
    .map((lecturer) => ({ value: lecturer.id, label: lecturer.fullName, path: '', organization: '' }))
  const choices = [...kept, ...found]
  const change = (ids: string[]) => {
    setTyped('')
    onChange(ids.map((key) => ({ id: key, fullName: choices.find((one) => one.value === key)?.label ?? '' })))
  }
  return (
    <Select
      id={id}
      mode="multiple"
      value={value.map((lecturer) => lecturer.id)}
      onChange={change}
      disabled={disabled}
      loading={isFetching}
      placeholder={placeholder}
      status={problemId === undefined ? '' : 'error'}
      aria-describedby={problemId}
      showSearch={{ onSearch: setTyped, filterOption: false, searchValue: typed }}
      options={choices}
      optionRender={({ data: choice }) => (
        <span className="lv-person">
          <Avatar name={choice.label} path={choice.path} size={24} />
          {choice.label}
          <span className="sy-faint">{choice.organization}</span>
        </span>
      )}
      style={{ width: '100%' }}
    />
  )
}
