import type { Language } from '#kit/caller.ts'
import type { ManagedDirectory } from '../../contract/articles.ts'

export interface DirectoryOption {
  readonly value: string
  readonly label: string
}

const directoryName = ({ nameCn, nameEn }: ManagedDirectory, language: Language): string =>
  language === 'en' && nameEn !== '' ? nameEn : nameCn

/** Each directory after the one that it lies in, named with the way to it. */
export function directoryOptions(
  items: readonly ManagedDirectory[],
  language: Language,
  parentId: string | null = null,
  way = '',
): DirectoryOption[] {
  return items
    .filter((one) => one.parentId === parentId)
    .flatMap((one) => {
      const label = `${way}${directoryName(one, language)}`
      return [{ value: one.id, label }, ...directoryOptions(items, language, one.id, `${label} / `)]
    })
}
