import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Radio, Select, Tag } from 'antd'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type ContentChoice, type ContentChoices, catalog } from '../../contract.ts'
import './catalog.css'

export interface ContentRef {
  readonly businessType: number
  readonly businessId: string
}

/** Which kinds of content can be chosen: those that can be studied, unless `facet` names another module. */
export interface OfferedKinds {
  readonly kinds?: readonly number[] | undefined
  readonly without?: readonly number[] | undefined
  readonly facet?: string | undefined
}

export interface ContentPickerProps extends OfferedKinds {
  readonly title: string
  /** What stands there already: it is shown as chosen, and cannot be chosen again. */
  readonly taken?: readonly ContentRef[]
  /** The most items that can be chosen now; with 1, a choice takes the place of the one before. */
  readonly max: number
  readonly onPick: (items: readonly ContentChoice[]) => void
  readonly onClose: () => void
}

const keyOf = ({ businessType, businessId }: ContentRef) => `${businessType}:${businessId}`
const allKinds = 'all'

interface Filters {
  readonly tab: string
  readonly categoryId: string | undefined
  readonly search: string
}

function useChoices({ kinds, without, facet = 'study' }: OfferedKinds, { tab, categoryId, search }: Filters) {
  const query = {
    facet,
    ...(kinds && { kinds: [...kinds] }),
    ...(without && { without: [...without] }),
    ...(tab !== allKinds && { businessType: Number(tab) }),
    ...(categoryId !== undefined && { categoryId }),
    ...(search !== '' && { search }),
  }
  return useQuery({ ...q(catalog.contentChoices, { query }, { quiet: true }), placeholderData: keepPreviousData })
}

/** Chooses content of any kind: by kind, by category, by typed words. What is chosen stays chosen in other lists. */
export default function ContentPicker(props: ContentPickerProps) {
  const { title, taken = [], max, onPick, onClose, ...offered } = props
  const t = useText('catalog')
  const [filters, setFilters] = useState<Filters>({ tab: allKinds, categoryId: undefined, search: '' })
  const [chosen, setChosen] = useState<ReadonlyMap<string, ContentChoice>>(new Map())
  const found = useChoices(offered, filters)
  const list = useRef<HTMLDivElement>(null)
  const isFull = chosen.size >= max && max !== 1
  const toggle = (item: ContentChoice) => {
    const next = new Map(max === 1 ? [] : chosen)
    if (!chosen.has(keyOf(item))) next.set(keyOf(item), item)
    else next.delete(keyOf(item))
    setChosen(next)
  }
  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const target = event.target as HTMLInputElement
    if (step === undefined || !['search', 'checkbox'].includes(target.type)) return
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])]
    event.preventDefault()
    boxes[Math.max(0, boxes.indexOf(target) + step)]?.focus()
  }
  return (
    <Modal
      open
      title={title}
      width={720}
      okText={max === 1 ? t('pick.choose') : t('pick.add', { count: chosen.size })}
      cancelText={t('pick.cancel')}
      okButtonProps={{ disabled: chosen.size === 0 }}
      onOk={() => {
        onPick([...chosen.values()])
        onClose()
      }}
      onCancel={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the fields inside, which have roles. */}
      <div className="ca-picker" onKeyDown={moveFocus}>
        <Bar data={found.data} filters={filters} onChange={(part) => setFilters({ ...filters, ...part })} />
        <div className="ca-found" ref={list} data-stale={found.isPlaceholderData} aria-busy={found.isFetching}>
          {found.isPending && <LoadingState rows={5} shape="lines" />}
          {found.isError && <ErrorState small error={found.error} onRetry={() => void found.refetch()} />}
          {found.data?.items.length === 0 && (
            <EmptyState small title={t(filters.search === '' && !filters.categoryId ? 'pick.empty' : 'pick.none')} />
          )}
          <Choices
            items={found.data?.items ?? []}
            isChosen={(item) => chosen.has(keyOf(item))}
            isTaken={(item) => taken.some((one) => keyOf(one) === keyOf(item))}
            isFull={isFull}
            isSingle={max === 1}
            onToggle={toggle}
          />
          {found.data?.hasMore && <p className="ca-note">{t('pick.more', { count: found.data.items.length })}</p>}
        </div>
        <p className="ca-note" role="status">
          {isFull && t('pick.limit', { max })}
        </p>
        {max !== 1 && chosen.size > 0 && <Chosen items={[...chosen.values()]} onRemove={toggle} />}
      </div>
    </Modal>
  )
}

interface BarProps {
  readonly data: ContentChoices | undefined
  readonly filters: Filters
  readonly onChange: (part: Partial<Filters>) => void
}

/** The kinds with the numbers of their matches, the typed search, and the categories of the chosen kind. */
function Bar({ data, filters, onChange }: BarProps) {
  const t = useText('catalog')
  const { kinds = [], categories = [] } = data ?? {}
  const numbered = (label: string, count: number, hasMore: boolean) => `${label} ${count}${hasMore ? '+' : ''}`
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  const all = numbered(
    t('pick.all'),
    total,
    kinds.some(({ hasMore }) => hasMore),
  )
  const names = new Map<string, string>()
  for (const { id, parentId, name } of categories) {
    const parent = parentId === null ? undefined : names.get(parentId)
    names.set(id, parent === undefined ? name : `${parent} / ${name}`)
  }
  return (
    <>
      {kinds.length > 1 && (
        <TabBar
          label={t('pick.kinds')}
          active={filters.tab}
          tabs={[
            { key: allKinds, title: all },
            ...kinds.map(({ businessType, label, count, hasMore }) => ({
              key: String(businessType),
              title: numbered(label, count, hasMore),
            })),
          ]}
          onChange={(tab) => onChange({ tab, categoryId: undefined })}
        />
      )}
      <div className="sy-flow sy-gap-2 ca-filters">
        <SearchBox label={t('pick.search')} onSearch={(search) => onChange({ search })} />
        {categories.length > 0 && (
          <Select
            aria-label={t('pick.category')}
            placeholder={t('pick.category')}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={filters.categoryId}
            options={[...names].map(([value, label]) => ({ value, label }))}
            onChange={(categoryId: string | undefined) => onChange({ categoryId })}
          />
        )}
      </div>
    </>
  )
}

interface ChoicesProps {
  readonly items: readonly ContentChoice[]
  readonly isChosen: (item: ContentChoice) => boolean
  readonly isTaken: (item: ContentChoice) => boolean
  readonly isFull: boolean
  readonly isSingle: boolean
  readonly onToggle: (item: ContentChoice) => void
}

function Choices({ items, isChosen, isTaken, isFull, isSingle, onToggle }: ChoicesProps) {
  const name = useId()
  const t = useText('catalog')
  const Box = isSingle ? Radio : Checkbox
  return (
    <ul className="ca-choices">
      {items.map((item) => (
        <li key={keyOf(item)}>
          <Box
            name={name}
            checked={isChosen(item) || isTaken(item)}
            disabled={isTaken(item) || (isFull && !isChosen(item))}
            onChange={() => onToggle(item)}
          >
            <span className="sy-grid sy-gap-3 ca-choice">
              <Cover name={item.name} url={item.coverPath} />
              <span>
                <strong>{item.name}</strong>
                <small>
                  {[item.kind, item.category, item.author].filter((text) => text !== null).join(' · ')}
                  {item.at !== null && (
                    <>
                      {' · '}
                      <DateText value={item.at} style="day" />
                    </>
                  )}
                </small>
              </span>
              {(isTaken(item) || item.status !== null) && <Tag>{isTaken(item) ? t('pick.taken') : item.status}</Tag>}
            </span>
          </Box>
        </li>
      ))}
    </ul>
  )
}

function Chosen({ items, onRemove }: { items: readonly ContentChoice[]; onRemove: (item: ContentChoice) => void }) {
  const t = useText('catalog')
  return (
    <ul className="sy-flow sy-gap-2 ca-chosen" aria-label={t('pick.chosen')}>
      {items.map((item) => (
        <li key={keyOf(item)}>
          <span>{item.name}</span>
          <Button
            type="text"
            size="small"
            aria-label={t('pick.remove', { name: item.name })}
            icon={<Icon name="close" size={14} />}
            onClick={() => onRemove(item)}
          />
        </li>
      ))}
    </ul>
  )
}
