/** Kinds of study for tests: what they hold and how far members are is what a test says. */
import { v7 as uuid } from 'uuid'
import { contract } from '#kit/contract.ts'
import { type StudyItem, type StudyState, studyKind } from '#modules/content/study/server.ts'
import type { ServerModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'

interface Content {
  readonly id: string
  readonly companyId: string
  name: string
  isAvailable: boolean
  isGone: boolean
  /** Made for others: known, and not to be opened. */
  isHidden: boolean
}

export interface TestKind {
  readonly businessType: number
  /** Contents of a company, on the shelf. */
  add(companyId: string, count?: number): string[]
  change(id: string, change: Partial<Pick<Content, 'isAvailable' | 'isGone' | 'isHidden' | 'name'>>): void
  setStatus(memberId: string, id: string, finishStatus: number): void
  /** Who was registered for what. */
  readonly registered: Set<string>
  readonly module: ServerModule
}

export function testKind(businessType: number): TestKind {
  const contents = new Map<string, Content>()
  const statuses = new Map<string, number>()
  const registered = new Set<string>()
  const itemsOf = (companyId: string, ids: readonly string[]): StudyItem[] =>
    ids.flatMap((id) => {
      const content = contents.get(id)
      if (!content || content.companyId !== companyId || content.isGone) return []
      const { name, isAvailable } = content
      return [{ id, name, link: `/kind-${businessType}/${id}`, coverFileId: null, isAvailable }]
    })
  const stateOf = (memberId: string, businessId: string): StudyState[] => {
    const finishStatus = statuses.get(`${memberId} ${businessId}`)
    if (finishStatus === undefined) return []
    return [
      {
        ...{ memberId, businessId, finishStatus, isRegistered: true, isStarted: true },
        // What the kind says of itself; learning paths go by kind and status.
        ...{ isFinished: false, percent: 50, finishedAt: null },
      },
    ]
  }
  const kind = studyKind({
    businessType,
    label: { cn: `类型${businessType}`, en: `Kind ${businessType}` },
    items: async (_db, companyId, ids) => itemsOf(companyId, ids),
    visible: async (_db, { companyId }, ids) =>
      new Set(itemsOf(companyId, ids).flatMap(({ id }) => (contents.get(id)?.isHidden ? [] : [id]))),
    search: async (_db, { companyId }, search, limit) =>
      itemsOf(companyId, [...contents.keys()])
        .filter(({ name, isAvailable }) => isAvailable && name.includes(search))
        .slice(0, limit),
    states: async (_db, _companyId, memberIds, ids) =>
      memberIds.flatMap((memberId) => ids.flatMap((id) => stateOf(memberId, id))),
    async register(_db, _companyId, memberIds, ids) {
      for (const memberId of memberIds) for (const id of ids) registered.add(`${memberId} ${id}`)
    },
  })
  return {
    businessType,
    registered,
    add: (companyId, count = 1) =>
      Array.from({ length: count }, (_, at) => {
        const id = uuid()
        const name = `内容 ${businessType}-${at + 1}`
        contents.set(id, { id, companyId, name, isAvailable: true, isGone: false, isHidden: false })
        return id
      }),
    change(id, change) {
      Object.assign(contents.get(id) as Content, change)
    },
    setStatus: (memberId, id, finishStatus) => statuses.set(`${memberId} ${id}`, finishStatus),
    module: { name: `kind-${businessType}`, contract: contract({}), routes: {}, extensions: [kind] },
  }
}

/** The platform's modules, with these kinds in place of what the platform has of their numbers. */
export function modulesWith(...kinds: readonly TestKind[]): ServerModule[] {
  const numbers = new Set(kinds.map((kind) => kind.businessType))
  const kept = serverModules.map((module) => {
    const extensions = (module.extensions ?? []).filter(({ point, value }) => {
      return point !== 'study.kind' || !numbers.has((value as { businessType: number }).businessType)
    })
    return { ...module, extensions }
  })
  return [...kept, ...kinds.map((kind) => kind.module)]
}
