import { useText } from '#web/i18n/texts.ts'
import { Person } from '#web/ui/Person.tsx'
import type { Live } from '../../contract/shapes.ts'
import { introductionOf } from '../parts/facts.ts'

/** The description and the speakers. */
export function About({ live }: { live: Live }) {
  const t = useText('live')
  const words = introductionOf(live)
  const speaks = live.lecturers.length > 0 ? live.lecturers : [live.host]
  return (
    <div className="sy-grid sy-gap-6 lv-about">
      <section>
        <h2>{t('detail.about')}</h2>
        <p className={words === '' ? 'sy-faint' : undefined}>{words === '' ? t('detail.noDesc') : words}</p>
      </section>
      <section>
        <h2>{t('detail.lecturer')}</h2>
        <ul className="sy-flow lv-lecturers">
          {speaks.map((person) => (
            <li key={person.id}>
              <Person
                memberId={person.id}
                name={person.fullName}
                path={person.headPortrait}
                note={person.organizationName}
                size={40}
              />
            </li>
          ))}
        </ul>
        {live.lecturerDesc !== '' && <p>{live.lecturerDesc}</p>}
      </section>
    </div>
  )
}
