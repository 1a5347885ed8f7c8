import './choosing.css'

export interface TopicTagsProps {
  readonly topics: readonly { readonly id: string; readonly name: string }[]
}

export default function TopicTags({ topics }: TopicTagsProps) {
  if (topics.length === 0) return null
  return (
    <ul className="sy-flow sy-plain-list topic-tags">
      {topics.map(({ id, name }) => (
        <li key={id} className="sy-inline topic-tag">
          {name}
        </li>
      ))}
    </ul>
  )
}
