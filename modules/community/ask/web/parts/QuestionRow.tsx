import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { QuestionItem } from '../../contract/shapes.ts'
import { askPaths } from '../paths.ts'
import { coinsText } from './coins.ts'
import { WriterLine } from './WriterLine.tsx'

/** A question in a list: votes and answers at its side, what it is about, who asks. */
export function QuestionRow({ item }: { readonly item: QuestionItem }) {
  const t = useText('ask')
  return (
    <li className="ask-row" data-accepted={item.hasAccepted || undefined}>
      <dl className="ask-figures">
        <div>
          <dd>{item.score}</dd>
          <dt>{t('list.votes', { count: item.score })}</dt>
        </div>
        <div data-answered={item.answerCount > 0 || undefined}>
          <dd>{item.answerCount}</dd>
          <dt>{t('list.answers', { count: item.answerCount })}</dt>
        </div>
      </dl>
      <div className="ask-row-body">
        <h3>
          <Link to={askPaths.question(item.id)}>{item.title}</Link>
        </h3>
        {item.excerpt !== '' && <p className="ask-excerpt">{item.excerpt}</p>}
        <Marks item={item} />
        <div className="sy-row sy-wrap sy-gap-2 sy-apart">
          <TopicLinks topics={item.topics} />
          <WriterLine
            writer={item.author}
            isAnonymous={item.isAnonymous}
            isOwn={item.isOwn}
            note={<DateText value={item.createTime} style="relative" />}
          />
        </div>
      </div>
    </li>
  )
}

export function Marks({ item }: { readonly item: QuestionItem }) {
  const t = useText('ask')
  const marks = [
    item.hasAccepted && { key: 'solved', text: t('list.solved') },
    item.bounty && { key: 'bounty', text: t(`bounty.${item.bounty.state}`, { amount: coinsText(item.bounty.amount) }) },
    item.expertsOnly && { key: 'experts', text: t('question.expertsOnly') },
    item.state !== 'open' && { key: 'state', text: t(`state.${item.state}`) },
  ].filter((mark) => mark !== null && mark !== false)
  if (marks.length === 0) return null
  return (
    <ul className="sy-plain-list sy-flow sy-gap-2">
      {marks.map(({ key, text }) => (
        <li key={key} className="ask-tag" data-kind={key}>
          {text}
        </li>
      ))}
    </ul>
  )
}

export function TopicLinks({ topics }: { readonly topics: readonly { readonly id: string; readonly name: string }[] }) {
  if (topics.length === 0) return <span />
  return (
    <ul className="sy-plain-list sy-flow sy-gap-2">
      {topics.map(({ id, name }) => (
        <li key={id}>
          <Link className="ask-topic" to={askPaths.topic(id)}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
