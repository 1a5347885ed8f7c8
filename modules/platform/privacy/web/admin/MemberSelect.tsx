import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { privacy } from '../../contract.ts'

interface Props {
  readonly value?: string
  readonly onChange?: (id: string) => void
  readonly id?: string
}

/** A member of the company by name; a field of a form. */
export function MemberSelect({ value, onChange, id }: Props) {
  const t = useText('privacy')
  const [keyword, setKeyword] = useState('')
  const found = useQuery({
    ...q(privacy.privacyMembers, { query: { keyword } }, { quiet: true }),
    enabled: keyword !== '',
    placeholderData: (last) => last,
  })
  return (
    <Select
      id={id}
      showSearch={{ filterOption: false, onSearch: (text) => setKeyword(text.trim()) }}
      placeholder={t('manage.memberPlaceholder')}
      notFoundContent={null}
      value={value}
      onChange={onChange}
      options={(found.data?.items ?? []).map((member) => ({
        value: member.id,
        label: `${member.fullName} · ${member.organizationName}`,
      }))}
    />
  )
}
