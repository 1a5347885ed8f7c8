/** Notifications and to-dos after a change of a process. */
import { membersByIds } from '#modules/platform/identity/server.ts'
import { closeTodo, notify, openTodo } from '#modules/platform/messages/server.ts'
import { substitutesOf } from './absences.ts'
import { approvalsTables } from './db.ts'
import { currentStep, type Flow } from './process-records.ts'
import { businessTypeName } from './subjects.ts'

const processLink = (processId: string) => `/center/approvals/${processId}`

/** The members who can decide now: holders of open tasks and their substitutes. */
export async function deciders(flow: Flow): Promise<string[]> {
  const holders = flow.tasks.filter((task) => task.state === 'open').map((task) => task.holderId)
  const { companyId, applicantId } = flow.applicant
  const substitutes = await substitutesOf(flow.db, companyId, holders, flow.now)
  return [...new Set([...holders, ...substitutes.values()])].filter((id) => id !== applicantId)
}

async function variablesOf(flow: Flow, opinion?: string) {
  const { companyId, applicantId } = flow.applicant
  const people = await membersByIds(flow.db, companyId, [applicantId])
  return {
    applicant: people.get(applicantId)?.fullName ?? '',
    business: { cn: businessTypeName(flow.businessType, 'cn'), en: businessTypeName(flow.businessType, 'en') },
    name: flow.name,
    step: currentStep(flow)?.name || { cn: '管理员审批', en: 'Administrator' },
    ...(opinion !== undefined && { opinion }),
  }
}

type NotificationType =
  | 'approval.waiting'
  | 'approval.reminded'
  | 'approval.agreed'
  | 'approval.refused'
  | 'approval.returned'

export async function notifyMembers(
  flow: Flow,
  type: NotificationType,
  recipients: readonly string[],
  opinion?: string,
): Promise<void> {
  if (recipients.length === 0) return
  await notify(flow.db, {
    companyId: flow.applicant.companyId,
    type,
    recipients,
    variables: await variablesOf(flow, opinion),
    link: processLink(flow.id),
    collapseKey: `${type}:${flow.id}`,
    now: flow.now,
  })
}

/** When the current step times out; null for one without a limit. */
async function dueAt(flow: Flow): Promise<number | undefined> {
  const step = currentStep(flow)
  if (!step) return undefined
  const row = await approvalsTables(flow.db)
    .selectFrom('approvals.step')
    .select('timeout_at')
    .where('id', '=', step.id)
    .executeTakeFirst()
  return row?.timeout_at ?? undefined
}

/** Opens the to-do "Go approve" for these members (SYSTEM-194), due when the step times out. */
export async function openDecisions(flow: Flow, memberIds: readonly string[]): Promise<void> {
  await openTodo(flow.db, {
    companyId: flow.applicant.companyId,
    memberIds,
    kind: 'approval.decide',
    businessType: flow.businessType,
    businessId: flow.id,
    title: flow.name,
    link: processLink(flow.id),
    dueAt: await dueAt(flow),
    now: flow.now,
  })
}

/** Closes the to-do of these members, or of all. Those of them who have decided have done it. */
export async function closeDecisions(flow: Flow, memberIds?: readonly string[]): Promise<void> {
  if (memberIds?.length === 0) return
  const todo = { companyId: flow.applicant.companyId, kind: 'approval.decide', businessId: flow.id, now: flow.now }
  const decided = new Set(flow.tasks.flatMap((task) => task.decidedBy ?? []))
  const doneBy = [...decided].filter((id) => memberIds === undefined || memberIds.includes(id))
  if (doneBy.length > 0) await closeTodo(flow.db, { ...todo, memberIds: doneBy, isDone: true })
  await closeTodo(flow.db, memberIds ? { ...todo, memberIds } : todo)
}

/** Notifies new deciders, and closes the to-dos of members who can no longer decide. */
export async function updateDeciders(flow: Flow, before: readonly string[]): Promise<void> {
  const after = await deciders(flow)
  const gone = before.filter((id) => !after.includes(id))
  // Without deciders, all to-dos close, including those of former substitutes.
  await closeDecisions(flow, after.length === 0 ? undefined : gone)
  // Those who decided before are in another step now, perhaps, with another due date.
  if (after.length > 0) await openDecisions(flow, after)
  const added = after.filter((id) => !before.includes(id))
  if (added.length === 0) return
  await notifyMembers(flow, 'approval.waiting', added)
}

/**
 * Notifies the applicant of the result (SYSTEM-194), and opens a to-do for the revision of a refused application
 * (SYSTEM-201).
 */
export async function notifyApplicant(flow: Flow, opinion: string): Promise<void> {
  const { companyId, applicantId } = flow.applicant
  const types = { agreed: 'approval.agreed', refused: 'approval.refused', revising: 'approval.returned' } as const
  const type = types[flow.state as keyof typeof types]
  if (type) await notifyMembers(flow, type, [applicantId], opinion)
  if (flow.state !== 'refused' && flow.state !== 'revising') return
  await openTodo(flow.db, {
    companyId,
    memberIds: [applicantId],
    kind: 'approval.revise',
    businessType: flow.businessType,
    businessId: flow.businessId,
    title: flow.name,
    link: processLink(flow.id),
    now: flow.now,
  })
}

/** Closes the to-do after a revision, which is done, or after a withdrawal. */
export async function closeRevision(flow: Flow, isDone: boolean): Promise<void> {
  const { companyId } = flow.applicant
  await closeTodo(flow.db, { companyId, kind: 'approval.revise', businessId: flow.businessId, isDone, now: flow.now })
}
