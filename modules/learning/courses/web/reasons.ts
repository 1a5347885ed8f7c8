import type { TextOf } from '#web/i18n/texts.ts'
import type { Reason } from '../contract/wire.ts'

/** Why something is unfinished, in words. `t` is of the module courses. */
export function reasonText(t: TextOf, reason: Reason): string {
  const { code, remaining = [], ...values } = reason
  if (code === 'package-waits') {
    // Whole minutes: the player beside it counts the seconds.
    const minutes = Math.ceil((values.missingSeconds ?? 0) / 60)
    return t(minutes > 1 ? 'reason.package-waits' : 'reason.package-waits-moment', { minutes })
  }
  if (code === 'read-pages') return t('reason.read-pages', { count: values.neededPages, readPages: values.readPages })
  if (code !== 'finish-required') return t(`reason.${code}`, values)
  const names = remaining.map(({ title }) => t('reason.title', { title })).join(t('reason.comma'))
  const open = (reason.requiredCount ?? 0) - (reason.finishedCount ?? 0)
  const key = open > remaining.length ? 'reason.finish-required-more' : 'reason.finish-required'
  return t(key, { count: values.requiredCount, finishedCount: values.finishedCount, names, open })
}
