import type { IconName } from '#web/ui/Icon.tsx'
import type { SubjectType } from '../contract/wire.ts'

/** Map `business-type`. */
const icons: Readonly<Record<number, IconName>> = { 1: 'book', 3: 'exam', 4: 'text', 5: 'live', 6: 'users', 15: 'live' }

export function kindIcon(businessType: number): IconName {
  return icons[businessType] ?? 'file'
}

export const typeIcons: Readonly<Record<SubjectType, IconName>> = {
  0: 'library',
  1: 'user',
  2: 'compass',
  3: 'external',
}
