import type { TextOf } from '#web/i18n/texts.ts'
import type { Person } from '../../contract/shapes.ts'

const shownMax = 3

export function nameOf(person: Person | null | undefined, t: TextOf): string {
  if (!person) return ''
  return person.fullName === '' ? t('events.gone') : person.fullName
}

/** `周予安、许明澈、陈思齐等 7 人` */
export function namesOf(people: readonly Person[], t: TextOf): string {
  if (people.length === 0) return t('events.nobody')
  const names = people.slice(0, shownMax).map((person) => nameOf(person, t))
  const text = names.join(t('events.separator'))
  return people.length > shownMax ? `${text} ${t('center.more', { count: people.length })}` : text
}
