/** Sections that lead to other modules: exams, surveys, live sessions. The registry of study says which there are. */
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { type StudyKind, studyKind } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { ACTIVITY_DOES_NOT_FIT } from '../../contract/errors.ts'
import { type ActivityItem, type ActivityKind, activityKinds, type SectionKind } from '../../contract/wire.ts'

export function isActivityKind(kind: SectionKind): kind is ActivityKind {
  return (activityKinds as readonly SectionKind[]).includes(kind)
}

/** The kinds of study that are sections of this kind: live sessions have one for each family of suppliers. */
function findStudyKinds(kind: ActivityKind): readonly StudyKind[] {
  return studyKind.all().filter(({ sectionKind }) => sectionKind === kind)
}

/** Refuses a kind that no module of this platform has. */
function getStudyKinds(kind: ActivityKind): readonly StudyKind[] {
  const kinds = findStudyKinds(kind)
  if (kinds.length === 0) throw refuse(ACTIVITY_DOES_NOT_FIT, { kind })
  return kinds
}

const ownKinds: readonly SectionKind[] = ['video', 'audio', 'pdf', 'text', 'link', 'package']

/** The kinds of sections that can be made here. */
export function offeredKinds(): SectionKind[] {
  return [...ownKinds, ...activityKinds.filter((kind) => findStudyKinds(kind).length > 0)]
}

/** The kinds of study of each kind of activity that can be made here: what the picker of such a section offers. */
export function activityTypes(): { kind: ActivityKind; businessTypes: number[] }[] {
  return activityKinds.flatMap((kind) => {
    const businessTypes = findStudyKinds(kind).map(({ businessType }) => businessType)
    return businessTypes.length === 0 ? [] : [{ kind, businessTypes }]
  })
}

/** The item of this id in the company, and the kind of study that knows it. */
async function findActivity(db: Connection, companyId: string, kinds: readonly StudyKind[], activityId: string) {
  for (const kind of kinds) {
    const [item] = await kind.items(db, companyId, [activityId])
    if (item) return { kind, item }
  }
  return undefined
}

/** What a section holds, for its author; without a name where it is gone. */
export async function chosenActivity(
  db: Connection,
  companyId: string,
  kind: ActivityKind,
  activityId: string,
): Promise<ActivityItem> {
  const found = await findActivity(db, companyId, findStudyKinds(kind), activityId)
  const { name = '', isAvailable = false } = found?.item ?? {}
  return { id: activityId, name, isAvailable }
}

/** Refuses what the caller may not see, or what can't be started any more. */
export async function assertMayChoose(db: Connection, caller: Caller, kind: ActivityKind, activityId: string) {
  const found = await findActivity(db, caller.companyId, getStudyKinds(kind), activityId)
  const isVisible = (await found?.kind.visible(db, caller, [activityId]))?.has(activityId)
  if (!found?.item.isAvailable || !isVisible) throw refuse(ACTIVITY_DOES_NOT_FIT, { kind })
}

/** Whether the member has finished it elsewhere. What no module knows any more is finished by nobody. */
export async function isActivityFinished(
  db: Connection,
  { companyId, memberId }: { readonly companyId: string; readonly memberId: string },
  kind: ActivityKind,
  activityId: string,
): Promise<boolean> {
  for (const { states } of findStudyKinds(kind)) {
    const known = await states(db, companyId, [memberId], [activityId])
    if (known.some(({ isFinished }) => isFinished)) return true
  }
  return false
}

/** What a section leads to, and where. What the caller may not see has neither a name nor a way to it. */
export async function describeActivity(
  db: Connection,
  caller: Caller,
  { kind, activityId }: { readonly kind: SectionKind; readonly activityId: string | null },
) {
  if (activityId === null || !isActivityKind(kind)) return null
  const found = await findActivity(db, caller.companyId, findStudyKinds(kind), activityId)
  const isVisible = (await found?.kind.visible(db, caller, [activityId]))?.has(activityId)
  if (!found || !isVisible) return { id: activityId, name: '', launchPath: null }
  const { name, link, isAvailable } = found.item
  return { id: activityId, name, launchPath: isAvailable ? link : null }
}
