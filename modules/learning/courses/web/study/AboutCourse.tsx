import { CollectButton, ScoreStars, TopicTags } from '#modules/content/topics/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { CourseDetail } from '../../contract/learning.ts'
import { businessType } from '../../contract/wire.ts'

/** What the course is about, and who gives it. */
export function AboutCourse({ course, preview }: { course: CourseDetail; preview: boolean }) {
  const t = useText('courses')
  const { lecturer, description, summary } = course
  return (
    <section className="co-about" aria-labelledby="about-title">
      <div className="co-about-head">
        <h2 id="about-title">{t('detail.about')}</h2>
        {!preview && <CollectButton businessType={businessType} businessId={course.id} />}
      </div>
      <TopicTags topics={course.topics} />
      <dl className="co-about-facts">
        {lecturer && (
          <div>
            <dt>{t('detail.lecturer')}</dt>
            <dd>
              <Avatar name={lecturer.fullName} path={lecturer.avatarPath} size={28} />
              {lecturer.fullName}
            </dd>
          </div>
        )}
        {course.category && (
          <div>
            <dt>{t('detail.category')}</dt>
            <dd>{course.category.pathName}</dd>
          </div>
        )}
        <div>
          <dt>{t('detail.organization')}</dt>
          <dd>{course.organization.name}</dd>
        </div>
        <div>
          <dt>{t('detail.learners')}</dt>
          <dd>
            <NumberText value={course.learnerCount} />
          </dd>
        </div>
        {course.publishedAt !== null && (
          <div>
            <dt>{t('detail.publishedAt')}</dt>
            <dd>
              <DateText value={course.publishedAt} style="day" />
            </dd>
          </div>
        )}
      </dl>
      {summary !== '' && <p className="co-about-summary">{summary}</p>}
      {description !== '' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cut out everything that is not allowed.
        <div className="co-prose" dangerouslySetInnerHTML={{ __html: description }} />
      )}
      {summary === '' && description === '' && <p className="sy-faint">{t('detail.noAbout')}</p>}
      {!preview && (
        <div className="co-about-stars">
          <ScoreStars businessType={businessType} businessId={course.id} />
        </div>
      )}
    </section>
  )
}
