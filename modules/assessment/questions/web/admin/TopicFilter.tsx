import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { topics } from '#modules/content/topics/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'

export interface TopicFilterProps {
  readonly label?: string
  readonly placeholder?: string
  readonly value: string | undefined
  readonly onChange: (topicId: string | undefined) => void
}

/** One knowledge point, found by its name. */
export function TopicFilter({ label, placeholder, value, onChange }: TopicFilterProps) {
  const t = useText('questions')
  const known = useQuery(q(topics.findTopic, { query: {} }, { quiet: true, cache: 'wide' }))
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      className="qb-filter"
      aria-label={label ?? t('list.topic')}
      placeholder={placeholder ?? t('list.topic')}
      loading={known.isPending}
      value={known.data && value}
      options={known.data?.items.map((topic) => ({ value: topic.id, label: topic.name }))}
      onChange={(topicId?: string) => onChange(topicId)}
    />
  )
}
