import { Link } from 'react-router'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { businessType, type SubjectCard as Subject, subjectTypes } from '../contract/wire.ts'
import { typeIcons } from './kinds.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { subjectPaths } from './paths.ts'
import { SubjectCover } from './SubjectCover.tsx'
import { sizeText } from './size.ts'

function SubjectCard({ subject, ids }: { subject: Subject; ids: readonly string[] }) {
  const t = useText('subjects')
  const { study, subjectType } = subject
  return (
    <Link className="sb-card" to={subjectPaths.subject(subject.id)}>
      <span className="sb-card-cover">
        <SubjectCover name={subject.name} url={subject.coverUrl} type={subjectType} />
        <span className="sy-inline sb-card-type">
          <Icon name={typeIcons[subjectType]} size={14} />
          {t(`maps.subject-type.${subjectType}`)}
        </span>
        <PriceBadge businessType={businessType} id={subject.id} ids={ids} onCover />
      </span>
      <span className="sb-card-body">
        <strong>{subject.name}</strong>
        {subject.summary !== '' && <span className="sb-card-summary">{subject.summary}</span>}
        <span className="sy-flow sy-note-tiny sb-card-foot">
          <span>{subject.organization.name}</span>
          {subjectType !== subjectTypes.external && <span>{sizeText(t, subject)}</span>}
          <span className="sy-inline sb-card-learners">
            <Icon name="users" size={14} />
            <NumberText value={subject.learnerCount} />
            <span className="sy-visually-hidden">{t('card.learners')}</span>
          </span>
        </span>
        {study && study.status !== 3 && (
          <ProgressBar percent={study.percent} label={t('card.progress', { percent: study.percent })} />
        )}
        {study?.status === 3 && <span className="sy-faint">{t('card.abandoned')}</span>}
      </span>
    </Link>
  )
}

/** Cards in as many columns as there is room for. */
export function SubjectGrid({ subjects }: { subjects: readonly Subject[] }) {
  const ids = subjects.map(({ id }) => id)
  return (
    <ul className="sy-grid sy-gap-5 sb-grid">
      {subjects.map((subject) => (
        <li key={subject.id}>
          <SubjectCard subject={subject} ids={ids} />
        </li>
      ))}
    </ul>
  )
}
