import type { TextOf } from '#web/i18n/texts.ts'

/** “3 chapters · 12 items”. `t` is of the module paths. */
export function sizeText(t: TextOf, size: { readonly chapterCount: number; readonly sectionCount: number }): string {
  return t('path.size', {
    chapters: t('path.chapters', { count: size.chapterCount }),
    sections: t('path.sections', { count: size.sectionCount }),
  })
}
