import './contents.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { ContentCard as Card } from '../../contract.ts'
import { contentPaths } from '../paths.ts'

interface MarksProps {
  readonly content: Pick<Card, 'pinned' | 'highlighted' | 'type' | 'state'>
  readonly isAll?: boolean
  /** It stands in the list of its account, whose head the pinned ones are. */
  readonly isOfAccount?: boolean
}

/** Pinned, highlighted, closed; and what kind of content it is where that is not an article. */
export function Marks({ content, isAll = false, isOfAccount = false }: MarksProps) {
  const t = useText('contents')
  return (
    <>
      {isOfAccount && content.pinned && <span className="ct-mark">{t('maps.community-content-state.pinned')}</span>}
      {content.highlighted && (
        <span className="ct-mark" data-mark="highlighted">
          {t('maps.community-content-state.highlighted')}
        </span>
      )}
      {content.state === 'closed' && (
        <span className="ct-mark" data-mark="plain">
          {t('maps.community-content-state.closed')}
        </span>
      )}
      {(isAll || content.type !== 1) && (
        <span className="ct-mark" data-mark="plain">
          {t(`type.${content.type}`)}
        </span>
      )}
    </>
  )
}

/** Figures with their signs; screen readers hear what they count. */
export function Figures({ content }: { content: Pick<Card, 'readCount' | 'likeCount' | 'discussCount'> }) {
  const t = useText('contents')
  const figures: readonly (readonly [IconName, string, number])[] = [
    ['eye', 'figure.reads', content.readCount],
    ['heart', 'figure.likes', content.likeCount],
    ['community', 'figure.discussions', content.discussCount],
  ]
  return (
    <span className="sy-row sy-wrap sy-gap-4 ct-figures">
      {figures.map(([icon, label, value]) => (
        <span key={label} title={t(label)}>
          <Icon name={icon} size={15} />
          <span className="sy-visually-hidden">{t(label)}</span>
          <NumberText value={value} />
        </span>
      ))}
    </span>
  )
}

export interface ContentCardProps {
  readonly content: Card
  /** Beside its author and time. */
  readonly note?: string | undefined
  /** It stands in the list of its account. */
  readonly isOfAccount?: boolean
  /** Below its figures: what can be done with it. */
  readonly children?: ReactNode
}

/** A content in a list: who wrote it and when, title, beginning, figures, cover. */
export function ContentCard({ content, note, isOfAccount, children }: ContentCardProps) {
  const { account } = content
  return (
    <article className="sy-card ct-card" aria-label={content.title}>
      <div className="ct-card-text">
        <p className="sy-row sy-wrap sy-gap-2 sy-note ct-by">
          <Avatar name={account.name} path={account.headPortraitPath} size={24} />
          <Link to={contentPaths.account(account.id)}>{account.name}</Link>
          {content.publishedAt !== null && <DateText value={content.publishedAt} style="relative" />}
          {note !== undefined && <span>{note}</span>}
        </p>
        <h3>
          <Marks content={content} {...(isOfAccount && { isOfAccount })} />
          <Link to={contentPaths.detail(content.id)}>{content.title}</Link>
        </h3>
        {content.excerpt !== '' && <p className="ct-excerpt">{content.excerpt}</p>}
        <div className="sy-row sy-wrap sy-gap-3">
          <Figures content={content} />
          <Topics topics={content.topics} />
        </div>
        {children}
      </div>
      {(content.coverPath !== null || content.type !== 1) && (
        <Link className="ct-card-cover" to={contentPaths.detail(content.id)} tabIndex={-1} aria-hidden="true">
          <Cover name={content.title} url={content.coverPath} />
        </Link>
      )}
    </article>
  )
}

const SHOWN = 3

/** The topics of a content, each a way to what else is written on it. */
export function Topics({ topics, max = SHOWN }: { topics: Card['topics']; max?: number }) {
  if (topics.length === 0) return null
  return (
    <span className="sy-row sy-wrap sy-gap-2">
      {topics.slice(0, max).map(({ topicId, topicName }) => (
        <Link key={topicId} className="ct-topic" to={contentPaths.topic(topicId)}>
          {topicName}
        </Link>
      ))}
    </span>
  )
}
