import { CollectButton, ScoreStars, TopicTags } from '#modules/content/topics/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { CourseDetail } from '../../contract/learning.ts'
import { businessType } from '../../contract/wire.ts'
import { ShownChoice } from './ShownChoice.tsx'

/** What the course is about, and who gives it. */
export function AboutCourse({ course, preview }: { course: CourseDetail; preview: boolean }) {
  const t = useText('courses')
  const { lecturer, description, summary } = course
  return (
    <section className="sy-card co-about" aria-labelledby="about-title">
      <div className="co-about-head">
        <h2 id="about-title">{t('detail.about')}</h2>
        {!preview && <CollectButton businessType={businessType} businessId={course.id} />}
      </div>
      <TopicTags topics={course.topics} />
      <Facts
        className="co-about-facts"
        items={[
          lecturer && [
            t('detail.lecturer'),
            <Person key="lecturer" name={lecturer.fullName} path={lecturer.avatarPath} size={28} />,
          ],
          course.category && [t('detail.category'), course.category.pathName],
          [t('detail.organization'), course.organization.name],
          [t('detail.learners'), <NumberText key="learners" value={course.learnerCount} />],
          course.publishedAt !== null && [
            t('detail.publishedAt'),
            <DateText key="published" value={course.publishedAt} style="day" />,
          ],
        ]}
      />
      {summary !== '' && <p className="co-about-summary">{summary}</p>}
      {description !== '' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cut out everything that is not allowed.
        <div className="co-prose" dangerouslySetInnerHTML={{ __html: description }} />
      )}
      {summary === '' && description === '' && <p className="sy-faint">{t('detail.noAbout')}</p>}
      {!preview && course.progress.registered && <ShownChoice courseId={course.id} />}
      {!preview && (
        <div className="co-about-stars">
          <ScoreStars businessType={businessType} businessId={course.id} />
        </div>
      )}
    </section>
  )
}
