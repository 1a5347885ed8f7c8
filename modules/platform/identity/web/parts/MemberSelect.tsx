import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { q } from '#web/api/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { identity } from '../../contract.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (memberId: string | null) => void
  readonly placeholder: string
  /** The name of the member that is chosen at first. */
  readonly initialName?: string
  readonly id?: string
}

/** Chooses a colleague by typing a part of the name. */
export function MemberSelect({ value, onChange, placeholder, initialName, id }: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useQuery(
    q(identity.searchColleagues, { query: { keyword, pageSize: 20 } }, { quiet: true }),
  )
  const found = (data?.items ?? []).map((member) => ({
    value: member.id,
    label: member.memberFullName,
    path: member.headPortrait,
    organization: member.organizationName,
  }))
  const known = found.some((choice) => choice.value === value)
  const first = value && initialName && !known ? [{ value, label: initialName, path: '', organization: '' }] : []
  return (
    <Select
      id={id}
      value={value ?? undefined}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
      showSearch={{ onSearch: setTyped, filterOption: false }}
      loading={isFetching}
      allowClear
      placeholder={placeholder}
      aria-label={placeholder}
      options={[...first, ...found]}
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
