import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { q } from '#web/api/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'

interface Props {
  readonly value: readonly string[]
  readonly onChange: (memberIds: readonly string[]) => void
  readonly label: string
}

/** Chooses several colleagues by typing parts of their names. */
export function ColleaguesSelect({ value, onChange, label }: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = { keyword, pageSize: 20 }
  const { data, isFetching } = useQuery(q(identity.searchColleagues, { query }, { quiet: true }))
  const found = data?.items ?? []
  const options = found.map((member) => ({
    value: member.id,
    label: member.memberFullName,
    path: member.headPortrait,
    organization: member.organizationName,
  }))
  const chosenElsewhere = value
    .filter((id) => !options.some((option) => option.value === id))
    .map((id) => ({ value: id, label: names.get(id) ?? id, path: '', organization: '' }))
  const change = (ids: string[]) => {
    const labels = new Map([...chosenElsewhere, ...options].map((option) => [option.value, option.label]))
    setNames(new Map(ids.map((id) => [id, labels.get(id) ?? id])))
    onChange(ids)
  }
  return (
    <Select
      mode="multiple"
      value={[...value]}
      onChange={change}
      showSearch={{ onSearch: setTyped, filterOption: false }}
      loading={isFetching}
      placeholder={label}
      aria-label={label}
      options={[...chosenElsewhere, ...options]}
      optionRender={({ data: choice }) => (
        <span style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
          <Avatar name={choice.label} path={choice.path} size={24} />
          {choice.label}
          <span className="sy-faint">{choice.organization}</span>
        </span>
      )}
      style={{ width: '100%' }}
    />
  )
}
