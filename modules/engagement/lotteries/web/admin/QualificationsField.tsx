import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useEffect, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { searchLater } from '#web/ui/search-later.ts'
import type { ShownQualification } from '../../contract/drawing.ts'
import { type QualificationInput, qualificationsMax } from '../../contract/fields.ts'
import { lotteries } from '../../contract.ts'

interface Props {
  readonly value?: readonly QualificationInput[]
  readonly onChange?: (wanted: readonly QualificationInput[]) => void
  /** What those are called that stood here when the editor opened. */
  readonly named: readonly ShownQualification[]
}

const keyOf = ({ kind, itemId }: QualificationInput) => `${kind} ${itemId}`

function useChoices(kind: string | undefined, typed: string) {
  const [search, setSearch] = useState('')
  useEffect(() => searchLater(() => setSearch(typed.trim())), [typed])
  const query = { ...(kind !== undefined && { kind }), ...(search !== '' && { search }) }
  const { data, isFetching } = useQuery({
    ...q(lotteries.lotteryQualifications, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return { kinds: data?.kinds ?? [], items: kind === undefined ? [] : (data?.items ?? []), isFetching }
}

/** What members need before they draw: all of it. A kind is chosen first, then what of it. */
export function QualificationsField({ value = [], onChange, named }: Props) {
  const t = useText('lotteries')
  const [names, setNames] = useState(() => new Map(named.map((one) => [keyOf(one), one.name])))
  const [kind, setKind] = useState<string>()
  const [typed, setTyped] = useState('')
  const { kinds, items, isFetching } = useChoices(kind, typed)
  const labelOf = (one: QualificationInput) =>
    kinds.find((known) => known.kind === one.kind)?.label ?? named.find((known) => known.kind === one.kind)?.label ?? ''
  const offered = items.filter(({ id }) => !value.some((one) => one.kind === kind && one.itemId === id))
  const add = (itemId: string) => {
    if (kind === undefined) return
    const one = { kind, itemId }
    setNames(new Map([...names, [keyOf(one), items.find(({ id }) => id === itemId)?.name ?? '']]))
    setTyped('')
    onChange?.([...value, one])
  }
  return (
    <div className="sy-column sy-gap-2">
      {value.map((one) => (
        <div key={keyOf(one)} className="sy-row sy-apart sy-gap-2 lo-wanted-row">
          <span>
            {labelOf(one)} <strong>{names.get(keyOf(one))}</strong>
          </span>
          <Button
            type="text"
            danger
            aria-label={t('form.removeQualification', { name: names.get(keyOf(one)) ?? '' })}
            icon={<Icon name="delete" size={18} />}
            onClick={() => onChange?.(value.filter((other) => keyOf(other) !== keyOf(one)))}
          />
        </div>
      ))}
      {value.length < qualificationsMax && (
        <div className="lo-wanted-add">
          <Select<string>
            aria-label={t('form.qualificationKind')}
            placeholder={t('form.qualificationKind')}
            value={kind ?? null}
            onChange={(chosen) => {
              setKind(chosen)
              setTyped('')
            }}
            options={kinds.map((known) => ({ value: known.kind, label: known.label }))}
          />
          <Select<string>
            aria-label={t('form.qualificationItem')}
            placeholder={t('form.qualificationItem')}
            disabled={kind === undefined}
            loading={isFetching}
            showSearch={{ onSearch: setTyped, filterOption: false, searchValue: typed }}
            value={null}
            onChange={add}
            notFoundContent={t('form.noQualification')}
            options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
      )}
    </div>
  )
}
