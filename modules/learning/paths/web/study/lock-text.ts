import type { TextOf } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import type { ChapterLock } from '../../contract/wire.ts'

/** Why a chapter is locked, as a sentence. */
export function lockText(lock: ChapterLock, t: TextOf): string {
  if (lock.code === 'opens-later' && lock.opensAt !== null) {
    return t('lock.opensLater', { at: dateText(lock.opensAt, 'minute') })
  }
  if (lock.code === 'closed' && lock.closesAt !== null) {
    return t('lock.closed', { at: dateText(lock.closesAt, 'minute') })
  }
  const { count = 0, first = [] } = lock.remaining ?? {}
  const names = first.map(({ name }) => t('lock.quoted', { name })).join(t('lock.and'))
  return t(count > first.length ? 'lock.earlierMore' : 'lock.earlier', { names, count })
}
