import { CollectButton, ScoreStars, TopicTags } from '#modules/content/topics/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { SubjectDetail } from '../../contract/learning.ts'
import { businessType } from '../../contract/wire.ts'

/** What the subject is about, who made it, and what its learners think of it. */
export function AboutSubject({ subject, preview }: { subject: SubjectDetail; preview: boolean }) {
  const t = useText('subjects')
  const { author, description, publishedAt } = subject
  return (
    <section className="sb-about" aria-labelledby="about-title">
      <div className="sb-about-head">
        <h2 id="about-title">{t('about.title')}</h2>
        {!preview && <CollectButton businessType={businessType} businessId={subject.id} />}
      </div>
      <TopicTags topics={subject.topics} />
      <dl className="sb-facts">
        {author && (
          <div>
            <dt>{t('about.author')}</dt>
            <dd>
              <Avatar name={author.fullName} path={author.avatarPath} size={28} />
              {author.fullName}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('about.organization')}</dt>
          <dd>{subject.organization.name}</dd>
        </div>
        <div>
          <dt>{t('about.learners')}</dt>
          <dd>
            <NumberText value={subject.learnerCount} />
          </dd>
        </div>
        {publishedAt !== null && (
          <div>
            <dt>{t('about.publishedAt')}</dt>
            <dd>
              <DateText value={publishedAt} style="day" />
            </dd>
          </div>
        )}
      </dl>
      {description === '' ? (
        <p className="sy-faint">{t('about.nothing')}</p>
      ) : (
        <p className="sb-description">{description}</p>
      )}
      {!preview && <ScoreStars businessType={businessType} businessId={subject.id} />}
    </section>
  )
}
