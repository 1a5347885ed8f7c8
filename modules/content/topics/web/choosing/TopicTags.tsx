import './choosing.css'

export interface TopicTagsProps {
  readonly topics: readonly { readonly id: string; readonly name: string }[]
}

export default function TopicTags({ topics }: TopicTagsProps) {
  if (topics.length === 0) return null
  return (
    <ul className="topic-tags">
      {topics.map(({ id, name }) => (
        <li key={id} className="topic-tag">
          {name}
        </li>
      ))}
    </ul>
  )
}
