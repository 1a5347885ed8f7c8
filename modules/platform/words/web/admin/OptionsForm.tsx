import { useQuery } from '@tanstack/react-query'
import { Select, Switch } from 'antd'
import { useId } from 'react'
import { call, q, queryClient } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { type WordOptions, words } from '../../contract.ts'

const before = ['compatibleForms', 'invisible', 'upperCase', 'traditional'] as const
const after = ['wholeLatinWords', 'pinyin'] as const
const separators = ['all', 'spaces', 'none'] as const
const initials = [0, 2, 3, 4] as const

/** The disguises that the search recognizes; each change is saved at once. */
export function OptionsForm() {
  const t = useText('words')
  const id = useId()
  const shown = q(words.wordOptions)
  const { error, data, isPending, refetch } = useQuery(shown)
  if (isPending) return <LoadingState />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const change = async (part: Partial<WordOptions>) => {
    const wanted = { ...data, ...part }
    queryClient.setQueryData(shown.queryKey, wanted)
    try {
      await call(words.changeWordOptions, { body: wanted })
      notify('success', t('options.saved'))
    } catch {
      queryClient.setQueryData(shown.queryKey, data)
    }
  }
  const row = (name: string, control: React.ReactNode) => (
    <li key={name}>
      <span id={`${id}-${name}`}>
        {t(`options.${name}`)}
        <small>{t(`options.${name}Hint`)}</small>
      </span>
      {control}
    </li>
  )
  const toggle = (name: (typeof before | typeof after)[number]) =>
    row(
      name,
      <Switch aria-labelledby={`${id}-${name}`} checked={data[name]} onChange={(on) => void change({ [name]: on })} />,
    )
  return (
    <ul className="sy-card words-options">
      {before.map(toggle)}
      {row(
        'separators',
        <Select<WordOptions['separators']>
          aria-labelledby={`${id}-separators`}
          style={{ minWidth: 150 }}
          value={data.separators}
          onChange={(value) => void change({ separators: value })}
          options={separators.map((value) => ({ value, label: t(`options.separators-${value}`) }))}
        />,
      )}
      {after.map(toggle)}
      {row(
        'pinyinInitialsFrom',
        <Select<WordOptions['pinyinInitialsFrom']>
          aria-labelledby={`${id}-pinyinInitialsFrom`}
          style={{ minWidth: 150 }}
          value={data.pinyinInitialsFrom}
          onChange={(value) => void change({ pinyinInitialsFrom: value })}
          options={initials.map((value) => ({ value, label: t(`options.initials-${value}`) }))}
        />,
      )}
    </ul>
  )
}
