import type { TextOf } from '#web/i18n/texts.ts'
import type { Reason } from '../../contract/wire.ts'

/** Why a subject is not finished, in a sentence. */
export function reasonText(t: TextOf, reason: Reason): string {
  if (reason.code !== 'finish-required') return t(`reason.${reason.code}`)
  const { finishedCount = 0, requiredCount = 0, remaining = [] } = reason
  const names = remaining
    .map(({ name }) => t('reason.title', { title: name || t('content.gone') }))
    .join(t('reason.comma'))
  const open = requiredCount - finishedCount
  const key = open > remaining.length ? 'reason.finish-required-more' : 'reason.finish-required'
  return t(key, { count: requiredCount, finishedCount, open, names })
}
