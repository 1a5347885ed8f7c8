import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { q } from '#web/api/query.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'

/** Finds a member by typing a part of the name, for a list that is about members. */
export function MemberFilter({ label, onChange }: { label: string; onChange: (memberId?: string) => void }) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useQuery(
    q(identity.searchColleagues, { query: { keyword, pageSize: 20 } }, { quiet: true }),
  )
  return (
    <Select
      style={{ width: 180 }}
      showSearch={{ onSearch: setTyped, filterOption: false }}
      allowClear
      loading={isFetching}
      placeholder={label}
      aria-label={label}
      onChange={(memberId?: string) => onChange(memberId)}
      options={data?.items.map((member) => ({
        value: member.id,
        label: `${member.memberFullName} · ${member.organizationName}`,
      }))}
    />
  )
}
