/** What the draft of a page differs in from a version of it, module by module. */
import type { LocalTitle, PageDocument, PageModule } from '../../contract/document.ts'
import type { ModuleTypeName } from '../../contract/module-types.ts'
import { modulesOf } from './edits.ts'

export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'theme'
  readonly key: string
  readonly type: ModuleTypeName | undefined
  readonly title: LocalTitle
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Where each module stands among those that both have: a module that was added moves nobody. */
function placesOf(document: PageDocument, common: ReadonlySet<string>): Map<string, string> {
  return new Map(
    document.sections.flatMap(({ id, modules }) =>
      modules.filter((one) => common.has(one.id)).map((one, at): [string, string] => [one.id, `${id} ${at}`]),
    ),
  )
}

export function differencesOf(version: PageDocument, draft: PageDocument): Difference[] {
  const [before, after] = [modulesOf(version), modulesOf(draft)]
  const old = new Map(before.map((one) => [one.id, one]))
  const common = new Set(after.map(({ id }) => id).filter((id) => old.has(id)))
  const [oldPlaces, newPlaces] = [placesOf(version, common), placesOf(draft, common)]
  const as = (kind: Difference['kind'], { id, type, title }: PageModule): Difference => ({ kind, key: id, type, title })
  return [
    ...(isSame(version.theme, draft.theme)
      ? []
      : [{ kind: 'theme' as const, key: 'theme', type: undefined, title: { cn: '', en: '' } }]),
    ...after.filter(({ id }) => !old.has(id)).map((one) => as('added', one)),
    ...before.filter(({ id }) => !common.has(id)).map((one) => as('removed', one)),
    ...after
      .filter((one) => common.has(one.id))
      .flatMap((one) => {
        const { column: oldColumn, ...was } = old.get(one.id) ?? one
        const { column, ...is } = one
        const hasMoved = oldColumn !== column || oldPlaces.get(one.id) !== newPlaces.get(one.id)
        return [...(isSame(was, is) ? [] : [as('changed', one)]), ...(hasMoved ? [as('moved', one)] : [])]
      }),
  ]
}
