import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { q } from '#web/api/query.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'

interface Props {
  readonly id?: string
  readonly value?: string[]
  readonly onChange?: (memberIds: string[]) => void
  readonly placeholder: string
}

/** Members by parts of their names; those that were chosen keep their names. */
export function MembersField({ id, value = [], onChange, placeholder }: Props) {
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
    organization: member.organizationName,
  }))
  const others = value
    .filter((one) => !found.some((option) => option.value === one))
    .map((one) => ({ value: one, label: names.get(one) ?? one, organization: '' }))
  const options = [...others, ...found]
  return (
    <Select
      id={id}
      mode="multiple"
      value={value}
      placeholder={placeholder}
      loading={isFetching}
      showSearch={{ onSearch: setTyped, filterOption: false }}
      options={options}
      optionRender={({ data: option }) => (
        <span>
          {option.label} <span className="sy-faint">{option.organization}</span>
        </span>
      )}
      onChange={(chosen: string[]) => {
        const labels = new Map(options.map((option) => [option.value, option.label]))
        setNames(new Map(chosen.map((one) => [one, labels.get(one) ?? one])))
        onChange?.(chosen)
      }}
    />
  )
}
