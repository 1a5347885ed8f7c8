import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { ActivityItem, ActivityKind } from '../../contract/wire.ts'
import { courses } from '../../contract.ts'
import { Field } from './Field.tsx'

interface Props {
  readonly kind: ActivityKind
  readonly chosen: ActivityItem | null
  readonly problem: ReactNode
  readonly onChoose: (item: ActivityItem) => void
}

/** An exam, a survey or a live of another module, found by its name. */
export function ActivityField({ kind, chosen, problem, onChoose }: Props) {
  const t = useText('courses')
  const id = useId()
  const [search, setSearch] = useState('')
  const found = useQuery(q(courses.searchActivities, { query: { kind, search: search || undefined } }, { quiet: true }))
  const items = [...(chosen && chosen.name !== '' ? [chosen] : []), ...(found.data?.items ?? [])]
  const byId = new Map(items.map((item) => [item.id, item]))
  const gone = chosen !== null && !chosen.isAvailable
  return (
    <Field
      id={id}
      label={t(`kind.${kind}`)}
      hint={t('authoring.activityHint')}
      problem={problem ?? (gone && t('authoring.activityGone'))}
    >
      <Select
        id={id}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        placeholder={t('authoring.activityChoose')}
        loading={found.isPending}
        notFoundContent={found.isPending ? null : t('authoring.activityNone')}
        status={problem ? 'error' : undefined}
        options={[...byId.values()].map((item) => ({ value: item.id, label: item.name }))}
        value={chosen?.id}
        onChange={(value) => {
          const item = byId.get(value)
          if (item) onChoose(item)
        }}
      />
    </Field>
  )
}
