import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { q } from '#web/api/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'

export interface ChosenMember {
  readonly id: string
  readonly fullName: string
}

interface Props {
  readonly label: string
  readonly value: readonly ChosenMember[]
  readonly onChange: (members: ChosenMember[]) => void
  readonly max?: number
  /** Can't be chosen: the applicant, oneself. */
  readonly without?: readonly string[]
  readonly status?: 'error' | undefined
  readonly disabled?: boolean
  readonly id?: string
}

/** Chooses colleagues by typing a part of the name; one where `max` is 1. */
export function MemberChooser({ label, value, onChange, max = 20, without = [], status, disabled, id }: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useQuery(
    q(identity.searchColleagues, { query: { keyword, pageSize: 20 } }, { quiet: true }),
  )
  const found = (data?.items ?? [])
    .filter((member) => !without.includes(member.id))
    .map(({ id: key, memberFullName, headPortrait, organizationName }) => ({
      value: key,
      label: memberFullName,
      path: headPortrait,
      organization: organizationName,
    }))
  const kept = value
    .filter((member) => !found.some((choice) => choice.value === member.id))
    .map((member) => ({ value: member.id, label: member.fullName, path: '', organization: '' }))
  const choices = [...kept, ...found]
  const change = (ids: readonly string[]) => {
    setTyped('')
    onChange(ids.map((key) => ({ id: key, fullName: choices.find((one) => one.value === key)?.label ?? '' })))
  }
  const common = {
    id,
    disabled,
    status: status ?? ('' as const),
    loading: isFetching,
    allowClear: true,
    placeholder: label,
    'aria-label': label,
    style: { width: '100%' },
    showSearch: { onSearch: setTyped, filterOption: false as const, searchValue: typed },
    options: choices,
    optionRender: ({ data: choice }: { data: (typeof choices)[number] }) => (
      <span className="ap-choice">
        <Avatar name={choice.label} path={choice.path} size={24} />
        {choice.label}
        <span className="sy-faint">{choice.organization}</span>
      </span>
    ),
  }
  if (max === 1)
    return (
      <Select
        {...common}
        value={value[0]?.id}
        onChange={(key: string | undefined) => change(key === undefined ? [] : [key])}
      />
    )
  return (
    <Select
      {...common}
      mode="multiple"
      maxCount={max}
      value={value.map((member) => member.id)}
      onChange={(keys: string[]) => change(keys)}
    />
  )
}
