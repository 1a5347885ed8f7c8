import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { searchLater } from '#web/ui/search-later.ts'
import { lotteries } from '../../contract.ts'

interface Props {
  /** Which prize it is, for screen readers. */
  readonly label: string
  /** What the prize is called: the goods were chosen under that name. */
  readonly name: string
  readonly value: string | undefined
  readonly onChange: (goods: { readonly id: string; readonly name: string } | undefined) => void
}

/** The goods of the points mall that a prize is; left empty, whoever runs the lottery hands it out. */
export function GoodsField({ label, name, value, onChange }: Props) {
  const t = useText('lotteries')
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => searchLater(() => setSearch(typed.trim())), [typed])
  const { data, isFetching } = useQuery({
    ...q(lotteries.lotteryGoods, { query: search === '' ? {} : { search } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const items = data?.items ?? []
  const isListed = value === undefined || items.some(({ id }) => id === value)
  const options = items.map((goods) => ({ value: goods.id, label: goods.name }))
  return (
    <Select<string>
      aria-label={label}
      allowClear
      placeholder={t('form.handedOut')}
      loading={isFetching}
      showSearch={{ onSearch: setTyped, filterOption: false, searchValue: typed }}
      notFoundContent={t('form.noGoods')}
      value={value ?? null}
      onChange={(chosen?: string) => {
        setTyped('')
        onChange(items.find(({ id }) => id === chosen))
      }}
      options={isListed ? options : [{ value: value ?? '', label: name }, ...options]}
    />
  )
}
