import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { study } from '#modules/content/study/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'

interface Props {
  readonly id?: string
  /** `1:{id}`; given by the form. */
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  /** What the item that is chosen at first is called. */
  readonly initialName: string | null
}

/** Chooses something to study, of any kind, by typing a part of its name. */
export function ItemSelect({ id, value, onChange, initialName }: Props) {
  const t = useText('certificates')
  const [first] = useState(value)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useQuery(q(study.searchItems, { query: { search } }, { quiet: true }))
  const options = (data?.items ?? []).map(({ businessType, businessId, label, name }) => ({
    value: `${businessType}:${businessId}`,
    label: `${name} · ${label}`,
  }))
  if (first && initialName && !options.some((option) => option.value === first))
    options.unshift({ value: first, label: initialName })
  return (
    <Select
      id={id}
      allowClear
      value={value ?? undefined}
      loading={isFetching}
      placeholder={t('form.renewalSame')}
      showSearch={{ onSearch: setTyped, filterOption: false }}
      options={options}
      onChange={(chosen?: string) => onChange?.(chosen ?? null)}
    />
  )
}
