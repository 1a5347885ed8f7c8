import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { q } from '#web/api/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'

interface Props {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (memberIds: readonly string[]) => void
  readonly label: string
  readonly status?: 'error' | undefined
}

/** Chooses members by typing parts of their names; those that were chosen keep their names. */
export function MembersSelect({ id, value = [], onChange, label, status }: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = { keyword, pageSize: 20 }
  const { data, isFetching } = useQuery(q(identity.searchColleagues, { query }, { quiet: true }))
  const found = (data?.items ?? []).map((member) => ({
    value: member.id,
    label: member.memberFullName,
    path: member.headPortrait,
    organization: member.organizationName,
  }))
  const others = value
    .filter((one) => !found.some((option) => option.value === one))
    .map((one) => ({ value: one, label: names.get(one) ?? one, path: '', organization: '' }))
  const change = (chosen: string[]) => {
    const labels = new Map([...others, ...found].map((option) => [option.value, option.label]))
    setNames(new Map(chosen.map((one) => [one, labels.get(one) ?? one])))
    onChange?.(chosen)
  }
  return (
    <Select
      id={id}
      mode="multiple"
      value={[...value]}
      status={status}
      onChange={change}
      showSearch={{ onSearch: setTyped, filterOption: false }}
      loading={isFetching}
      aria-label={label}
      placeholder={label}
      options={[...others, ...found]}
      optionRender={({ data: option }) => (
        <span style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
          <Avatar name={option.label} path={option.path} size={24} />
          {option.label}
          <span className="sy-faint">{option.organization}</span>
        </span>
      )}
      style={{ width: '100%' }}
    />
  )
}
