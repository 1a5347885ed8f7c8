import type { TextOf } from '#web/i18n/texts.ts'

/** “3 stages · 12 items”. `t` is of the module subjects. */
export function sizeText(t: TextOf, size: { readonly stageCount: number; readonly contentCount: number }): string {
  return t('card.size', {
    stages: t('card.stages', { count: size.stageCount }),
    contents: t('card.contents', { count: size.contentCount }),
  })
}
