import { useQuery } from '@tanstack/react-query'
import { Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { type WordOptions, words } from '../../contract.ts'

const before = ['compatibleForms', 'invisible', 'upperCase', 'traditional'] as const
const after = ['wholeLatinWords', 'pinyin'] as const
const separators = ['all', 'spaces', 'none'] as const
const initials = [0, 2, 3, 4] as const

/** The disguises that the search recognizes. */
export function OptionsForm() {
  const { error, data, isPending, refetch } = useQuery(q(words.wordOptions))
  if (isPending) return <LoadingState />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Options saved={data} />
}

function Options({ saved }: { saved: WordOptions }) {
  const t = useText('words')
  const id = useId()
  const [draft, setDraft] = useState<Partial<WordOptions>>({})
  const { busy, run } = useAction()
  const data = { ...saved, ...draft }
  const changed = (Object.keys(draft) as (keyof WordOptions)[]).filter((name) => draft[name] !== saved[name])
  const guard = useLeaveGuard(changed.length > 0)
  const change = (part: Partial<WordOptions>) => setDraft((before) => ({ ...before, ...part }))
  const save = () =>
    run(
      async () => {
        await call(words.changeWordOptions, { body: data }, { outdates: [words.wordOptions] })
        // What was changed again meanwhile waits for the next time.
        setDraft((now) =>
          Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== data[name as keyof WordOptions])),
        )
      },
      { done: t('options.saved') },
    )
  // What is switched off is no longer found in any text.
  const serious = changed
    .filter((name) => draft[name] === false && name !== 'wholeLatinWords')
    .map((name) => ({ name: t(`options.${name}`), consequence: t('options.offConsequence') }))
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
      <Switch aria-labelledby={`${id}-${name}`} checked={data[name]} onChange={(on) => change({ [name]: on })} />,
    )
  return (
    <>
      <ul className="sy-card words-options">
        {before.map(toggle)}
        {row(
          'separators',
          <Select<WordOptions['separators']>
            aria-labelledby={`${id}-separators`}
            style={{ minWidth: 150 }}
            value={data.separators}
            onChange={(value) => change({ separators: value })}
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
            onChange={(value) => change({ pinyinInitialsFrom: value })}
            options={initials.map((value) => ({ value, label: t(`options.initials-${value}`) }))}
          />,
        )}
      </ul>
      <SaveBar
        count={changed.length}
        serious={serious}
        busy={busy}
        onSave={() => void save()}
        onDiscard={() => setDraft({})}
      />
      {guard.holder}
    </>
  )
}
