import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { identity } from '../../contract.ts'
import './identity.css'

export interface ChosenMember {
  readonly id: string
  readonly fullName: string
}

export interface Candidate extends ChosenMember {
  readonly organizationName: string
  readonly avatarPath?: string
}

/** The source of candidates, if not every colleague is one. */
export interface MemberSource {
  /** Distinguishes the answers of sources. */
  readonly name: string
  readonly find: (keyword: string) => Promise<readonly Candidate[]>
}

/** The common properties of member pickers. A field of a form hands it `id`, `value` and `onChange`. */
export interface PickerProps {
  readonly id?: string
  /** Stands in the empty field; names it for screen readers where no label does by the id. */
  readonly label: string
  /** Members that cannot be chosen; the list shows each with the reason. */
  readonly refused?: ReadonlyMap<string, string>
  readonly source?: MemberSource
  readonly status?: 'error' | undefined
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly width?: number
}

export interface MemberPickerProps extends PickerProps {
  readonly value?: readonly ChosenMember[]
  readonly onChange?: (members: ChosenMember[]) => void
  /** The most members that can be chosen. */
  readonly max?: number
}

const pageSize = 20

const colleagues: MemberSource = {
  name: 'colleagues',
  async find(keyword) {
    const { items } = await call(identity.searchColleagues, { query: { keyword, pageSize } }, { quiet: true })
    return items.map(({ id, memberFullName, headPortrait, organizationName }) => ({
      id,
      fullName: memberFullName,
      avatarPath: headPortrait,
      organizationName,
    }))
  },
}

interface Labelled {
  readonly value: string
  readonly label: string
}

const labelled = ({ id, fullName }: ChosenMember): Labelled => ({ value: id, label: fullName })

function useCandidates(typed: string, { name, find }: MemberSource, enabled: boolean) {
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery({
    queryKey: ['member-picker', name, keyword],
    queryFn: () => find(keyword),
    enabled,
    meta: { quiet: true },
  })
  const isWaiting = enabled && (query.isPending || keyword !== typed.trim())
  // Candidates of an earlier text are not shown: Enter would choose the first of them.
  return { isWaiting, candidates: isWaiting ? [] : (query.data ?? []) }
}

/** Chooses members by a part of a name, a number or an organization; chosen members keep their names. */
export default function MemberPicker(props: MemberPickerProps) {
  const { id, label, value = [], onChange, max, refused, source = colleagues, status, disabled = false } = props
  const t = useText('identity')
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const { isWaiting, candidates } = useCandidates(typed, source, !disabled)
  const found = candidates.map((candidate) => ({
    ...candidate,
    ...labelled(candidate),
    reason: refused?.get(candidate.id),
    disabled: refused?.has(candidate.id) ?? false,
  }))
  const kept = value
    .filter((member) => !found.some((option) => option.id === member.id))
    .map((member) => ({ ...member, ...labelled(member), organizationName: '', reason: undefined, disabled: false }))
  // While somebody searches, the chosen ones would stand before those that were found, and Enter would take one of them off.
  const options = typed.trim() === '' ? [...kept, ...found] : found
  const choose = (chosen: readonly Labelled[]) => {
    setTyped('')
    onChange?.(chosen.map((one) => ({ id: one.value, fullName: one.label })))
  }
  /** Enter closes a list that has nobody to choose. This one stays, because its answer may be under way. */
  const keepOpen = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isOpen || options.some((option) => !option.disabled)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const common = {
    id,
    disabled,
    options,
    status: status ?? ('' as const),
    loading: isWaiting,
    allowClear: true,
    labelInValue: true as const,
    onOpenChange: setIsOpen,
    onInputKeyDown: keepOpen,
    placeholder: label,
    'aria-label': id === undefined ? label : undefined,
    'aria-describedby': props.describedBy,
    style: { width: props.width ?? '100%' },
    popupMatchSelectWidth: props.width === undefined,
    showSearch: { onSearch: setTyped, filterOption: false as const, searchValue: typed },
    notFoundContent: isWaiting ? <LoadingState rows={2} /> : t('picker.nobody'),
    optionRender: ({ data: option }: { data: (typeof options)[number] }) => (
      <Option candidate={option} reason={option.reason} />
    ),
  }
  if (max === 1) {
    return (
      <Select
        {...common}
        value={value[0] && labelled(value[0])}
        onChange={(chosen: Labelled | undefined) => choose(chosen === undefined ? [] : [chosen])}
      />
    )
  }
  return <Select {...common} mode="multiple" maxCount={max} value={value.map(labelled)} onChange={choose} />
}

function Option({ candidate, reason }: { candidate: Candidate; reason: string | undefined }) {
  return (
    <span className="sy-row member-option">
      <Avatar name={candidate.fullName} path={candidate.avatarPath ?? ''} size={24} />
      <span>{candidate.fullName}</span>
      <small>{reason ?? candidate.organizationName}</small>
    </span>
  )
}
