import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Select } from 'antd'
import { useEffect, useId, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { packageItemsMax } from '../../contract/shapes.ts'
import { pushes } from '../../contract.ts'

export interface PickedContent {
  readonly businessType: number
  readonly businessId: string
  readonly businessName: string
  readonly isRequired: 0 | 1
}

interface Props {
  readonly value: readonly PickedContent[]
  readonly onChange: (value: PickedContent[]) => void
}

/** The learning package: items of any kind, in an order, each required or not. */
export function ContentsField({ value, onChange }: Props) {
  const t = useText('pushes')
  const language = useLanguage()
  const kinds = useQuery(q(pushes.pushKinds, {}, { cache: 'wide' }))
  const labels = new Map(kinds.data?.items.map((kind) => [kind.businessType, kind.label[language]]))
  const put = (index: number, part: Partial<PickedContent>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const move = (index: number, step: number) => {
    const next = [...value]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + step, 0, moved)
    onChange(next)
  }
  return (
    <div className="pu-field">
      <span className="pu-label">
        {t('draft.contents')}{' '}
        <span className="sy-faint sy-number">
          {t('draft.contentCount', { count: value.length, max: packageItemsMax })}
        </span>
      </span>
      {value.length > 0 && (
        <ol className="pu-picked">
          {value.map((one, index) => (
            <li key={`${one.businessType} ${one.businessId}`}>
              <span>
                <small>{labels.get(one.businessType)}</small>
                {one.businessName}
              </span>
              <Checkbox
                checked={one.isRequired === 1}
                aria-label={t('draft.requiredOf', { name: one.businessName })}
                onChange={(event) => put(index, { isRequired: event.target.checked ? 1 : 0 })}
              >
                {t('required')}
              </Checkbox>
              <span className="sy-actions">
                <Button
                  type="text"
                  size="small"
                  disabled={index === 0}
                  aria-label={t('draft.upOf', { name: one.businessName })}
                  icon={<Icon name="chevron-down" size={16} />}
                  style={{ rotate: '180deg' }}
                  onClick={() => move(index, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  disabled={index === value.length - 1}
                  aria-label={t('draft.downOf', { name: one.businessName })}
                  icon={<Icon name="chevron-down" size={16} />}
                  onClick={() => move(index, 1)}
                />
                <Button
                  type="text"
                  size="small"
                  aria-label={t('draft.removeOf', { name: one.businessName })}
                  icon={<Icon name="close" size={16} />}
                  onClick={() => onChange(value.filter((_, at) => at !== index))}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      <Picker
        kinds={kinds.data?.items.map((kind) => ({ value: kind.businessType, label: kind.label[language] })) ?? []}
        picked={value}
        onPick={(content) => onChange([...value, content])}
      />
    </div>
  )
}

interface PickerProps {
  readonly kinds: readonly { value: number; label: string }[]
  readonly picked: readonly PickedContent[]
  readonly onPick: (content: PickedContent) => void
}

/** A kind, and an item of it by name. What is picked goes into the list at once. */
function Picker({ kinds, picked, onPick }: PickerProps) {
  const t = useText('pushes')
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const businessType = chosen ?? kinds[0]?.value ?? 1
  const choices = useQuery({
    ...q(pushes.pushChoices, { query: { businessType, search: search || undefined } }, { quiet: true }),
    enabled: kinds.length > 0,
  })
  const isPicked = (businessId: string) =>
    picked.some((one) => one.businessType === businessType && one.businessId === businessId)
  return (
    <div className="pu-pick">
      <Select aria-label={t('records.kind')} options={[...kinds]} value={businessType} onChange={setChosen} />
      <Select
        id={id}
        aria-label={t('draft.addContent')}
        placeholder={t('draft.addContent')}
        disabled={picked.length >= packageItemsMax}
        loading={choices.isFetching}
        showSearch={{ onSearch: setTyped, filterOption: false, searchValue: typed }}
        notFoundContent={choices.isFetching ? null : t('draft.nothing')}
        options={(choices.data?.items ?? []).map((item) => ({
          value: item.id,
          label: item.name,
          disabled: isPicked(item.id),
        }))}
        value={null}
        onChange={(businessId: string | null) => {
          const item = choices.data?.items.find((one) => one.id === businessId)
          if (!item) return
          setTyped('')
          onPick({ businessType, businessId: item.id, businessName: item.name, isRequired: 1 })
        }}
      />
    </div>
  )
}
