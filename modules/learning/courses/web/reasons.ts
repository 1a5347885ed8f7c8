import type { TextOf } from '#web/i18n/texts.ts'
import type { Reason } from '../contract/wire.ts'

/** Why something is unfinished, in words. `t` is of the module courses. */
export function reasonText(t: TextOf, reason: Reason): string {
  const { code, remaining = [], ...values } = reason
  if (code !== 'finish-required') return t(`reason.${code}`, values)
  const names = remaining.map(({ title }) => t('reason.title', { title })).join(t('reason.comma'))
  const open = (reason.requiredCount ?? 0) - (reason.finishedCount ?? 0)
  const key = open > remaining.length ? 'reason.finish-required-more' : 'reason.finish-required'
  return t(key, { ...values, names, open })
}
