/** Kinds of content as the picker names them (map `business-type`), and as search and the documents of pages name them. */
import type { ModuleTypeName } from '../../contract/module-types.ts'
import { typeOf } from './edits.ts'

const kinds: Readonly<Record<number, string>> = {
  ...{ 1: 'course', 2: 'subject', 3: 'exam', 6: 'class', 15: 'live', 16: 'content', 17: 'path' },
}

export const kindOf = (businessType: number): string | undefined => kinds[businessType]

/** What can be chosen for a module of the type. */
export function businessTypesOf(type: ModuleTypeName): number[] {
  const listed = typeOf(type).kinds ?? []
  return Object.entries(kinds).flatMap(([businessType, kind]) => (listed.includes(kind) ? [Number(businessType)] : []))
}
