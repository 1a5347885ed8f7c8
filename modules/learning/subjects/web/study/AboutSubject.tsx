import { CollectButton, ScoreStars, TopicTags } from '#modules/content/topics/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { SubjectDetail } from '../../contract/learning.ts'
import { businessType } from '../../contract/wire.ts'

/** What the subject is about, who made it, and what its learners think of it. */
export function AboutSubject({ subject, preview }: { subject: SubjectDetail; preview: boolean }) {
  const t = useText('subjects')
  const { author, description, publishedAt } = subject
  return (
    <section className="sy-card sb-about" aria-labelledby="about-title">
      <div className="sb-about-head">
        <h2 id="about-title">{t('about.title')}</h2>
        {!preview && <CollectButton businessType={businessType} businessId={subject.id} />}
      </div>
      <TopicTags topics={subject.topics} />
      <Facts
        className="sb-facts"
        items={[
          author && [
            t('about.author'),
            <Person key="author" name={author.fullName} path={author.avatarPath} size={28} />,
          ],
          [t('about.organization'), subject.organization.name],
          [t('about.learners'), <NumberText key="learners" value={subject.learnerCount} />],
          publishedAt !== null && [
            t('about.publishedAt'),
            <DateText key="published" value={publishedAt} style="day" />,
          ],
        ]}
      />
      {description === '' ? (
        <p className="sy-faint">{t('about.nothing')}</p>
      ) : (
        <p className="sb-description">{description}</p>
      )}
      {!preview && <ScoreStars businessType={businessType} businessId={subject.id} />}
    </section>
  )
}
