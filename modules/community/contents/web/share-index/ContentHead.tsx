import { AppealNotice } from '#modules/content/moderation/web.tsx'
import { useJoin } from '#web/i18n/join.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { dateText } from '#web/ui/date.ts'
import type { ContentDetails } from '../../contract.ts'
import { AccountBox } from '../parts/AccountBox.tsx'
import { Figures, Marks } from '../parts/ContentCard.tsx'
import { minutesToRead, textOfHtml } from '../parts/headings.ts'

/** Why colleagues don't see it, for those who do. */
function StateNote({ content }: { content: ContentDetails }) {
  const t = useText('contents')
  const { state, reviewState, reviewReason, change, publishedAt, publishAt } = content
  const note =
    state === 'closed'
      ? t('read.closed')
      : reviewState === 'waiting'
        ? t('read.review')
        : reviewState === 'rejected'
          ? [t('read.rejected'), reviewReason].filter(Boolean).join(' · ')
          : undefined
  if (note !== undefined) return <p className="sy-callout">{note}</p>
  if (change) {
    const parts = change.state === 'waiting' ? [t('change.waitingHint')] : [t('change.returnedHint'), change.reason]
    return <p className="sy-callout">{parts.filter(Boolean).join(' · ')}</p>
  }
  if (publishedAt !== null || publishAt === null) return null
  return <p className="sy-callout">{t('read.scheduled', { time: dateText(publishAt, 'minute') })}</p>
}

/** Cover, title, who wrote it and when, how long it takes. */
export function ContentHead({ content }: { content: ContentDetails }) {
  const t = useText('contents')
  const { account, coAuthors, coverPath, html, publishedAt, title, type } = content
  const text = textOfHtml(html)
  const join = useJoin()
  return (
    <header className="ct-head">
      <StateNote content={content} />
      {content.isMember && content.state === 'closed' && <AppealNotice businessId={content.id} />}
      {coverPath !== null && type === 1 && <Cover name={title} url={coverPath} />}
      <h1 tabIndex={-1}>{title}</h1>
      <p className="sy-row sy-wrap sy-gap-3 sy-note ct-meta">
        <Marks content={content} isAll />
        {publishedAt !== null && (
          <span>
            {t('read.published')} <DateText value={publishedAt} />
          </span>
        )}
        {type === 1 && <span>{t('read.minutes', { count: minutesToRead(text) })}</span>}
        <Figures content={content} />
      </p>
      <div className="ct-by-line">
        <AccountBox account={account} isMember={content.isMember} />
      </div>
      {coAuthors.length > 0 && (
        <p className="sy-note">
          {t('read.coAuthors')} {join(coAuthors.map(({ memberFullName }) => memberFullName))}
        </p>
      )}
    </header>
  )
}
