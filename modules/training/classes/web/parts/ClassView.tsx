import './classes.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import type { ClassDetails } from '../../contract/learning.ts'
import { classPaths } from '../paths.ts'
import { ClassTag } from './StateTag.tsx'
import { TimesText } from './TimesText.tsx'

/** What the class is called and how far it is. */
export function ClassHeader({ one }: { one: ClassDetails }) {
  const t = useText('classes')
  return (
    <PageHeader
      back={<Link to={classPaths.all}>{t('list.title')}</Link>}
      title={one.name}
      description={one.summary}
      actions={
        <>
          <ClassTag state={one.state} />
          {one.isStaff && (
            <Link className="sy-button sy-button-plain sy-button-small" to={classPaths.roster(one.id)}>
              {t('detail.run')}
            </Link>
          )}
        </>
      }
    />
  )
}

/** When and where it is, and what it is about. */
export function AboutClass({ one }: { one: ClassDetails }) {
  const t = useText('classes')
  return (
    <section className="sy-card cl-section" aria-label={t('detail.about')}>
      <h2>{t('detail.about')}</h2>
      <Facts
        shape="rows"
        items={[
          [t('detail.times'), <TimesText key="times" from={one.startsAt} until={one.endsAt} />],
          one.venue !== '' && [t('detail.venue'), one.venue],
          [t('detail.type'), `${t(`maps.class-type.${one.classType}`)} · ${t(`maps.train-type.${one.trainType}`)}`],
        ]}
      />
      {one.description !== '' && <Prose html={one.description} />}
    </section>
  )
}

/** Who runs and teaches it. */
export function ClassStaff({ one }: { one: ClassDetails }) {
  const t = useText('classes')
  const staff = [...one.managers, ...one.teachers.filter(({ id }) => one.managers.every((other) => other.id !== id))]
  if (staff.length === 0) return null
  return (
    <section className="sy-card cl-section" aria-label={t('detail.staff')}>
      <h2>{t('detail.staff')}</h2>
      <ul className="sy-plain-list sy-column sy-gap-3">
        {staff.map(({ id, fullName, avatarPath }) => (
          <li key={id}>
            <Person
              memberId={id}
              name={fullName}
              path={avatarPath}
              note={t(one.managers.some((other) => other.id === id) ? 'detail.manager' : 'detail.teacher')}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A class for whoever does not take part yet; `aside` is what belongs to the one who looks. */
export function ClassView({ one, aside }: { one: ClassDetails; aside?: ReactNode }) {
  return (
    <>
      <ClassHeader one={one} />
      <div className="cl-detail">
        <div className="sy-column sy-gap-4">
          <AboutClass one={one} />
        </div>
        <aside className="sy-column sy-gap-4">
          {aside}
          <ClassStaff one={one} />
        </aside>
      </div>
    </>
  )
}
