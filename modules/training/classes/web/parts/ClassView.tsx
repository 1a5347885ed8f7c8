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

/** A class as members meet it; `aside` is what belongs to the one who looks, `children` the content. */
export function ClassView({ one, aside, children }: { one: ClassDetails; aside?: ReactNode; children?: ReactNode }) {
  const t = useText('classes')
  const staff = [...one.managers, ...one.teachers.filter(({ id }) => one.managers.every((other) => other.id !== id))]
  return (
    <>
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
      <div className="cl-detail">
        <div className="sy-column sy-gap-4">
          <section className="sy-card cl-section" aria-label={t('detail.about')}>
            <h2>{t('detail.about')}</h2>
            <Facts
              shape="rows"
              items={[
                [t('detail.times'), <TimesText key="times" from={one.startsAt} until={one.endsAt} />],
                one.venue !== '' && [t('detail.venue'), one.venue],
                [
                  t('detail.type'),
                  `${t(`maps.class-type.${one.classType}`)} · ${t(`maps.train-type.${one.trainType}`)}`,
                ],
              ]}
            />
            {one.description !== '' && <Prose html={one.description} />}
          </section>
          {children}
        </div>
        <aside className="sy-column sy-gap-4">
          {aside}
          {staff.length > 0 && (
            <section className="sy-card cl-section" aria-label={t('detail.staff')}>
              <h2>{t('detail.staff')}</h2>
              <ul className="sy-plain-list sy-column sy-gap-3">
                {staff.map(({ id, fullName, avatarPath }) => (
                  <li key={id}>
                    <Person
                      name={fullName}
                      path={avatarPath}
                      note={t(one.managers.some((other) => other.id === id) ? 'detail.manager' : 'detail.teacher')}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </>
  )
}
