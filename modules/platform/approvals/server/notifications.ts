/** Who is told what, and whose to-dos open and close, when a process has changed. */
import { membersByIds } from '#modules/platform/identity/server.ts'
import { closeTodo, notify, openTodo } from '#modules/platform/messages/server.ts'
import { substitutesOf } from './absences.ts'
import { currentStep, type Flow } from './process-records.ts'
import { businessTypeName } from './subjects.ts'

const processLink = (processId: string) => `/center/approvals/${processId}`

/** Everybody who could decide now: who holds an open task, and who stands in for them. */
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

type Told = 'approval.waiting' | 'approval.reminded' | 'approval.agreed' | 'approval.refused' | 'approval.returned'

export async function tell(flow: Flow, type: Told, recipients: readonly string[], opinion?: string): Promise<void> {
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

/** "Go approve" for these members (SYSTEM-194). */
export async function openDecisions(flow: Flow, memberIds: readonly string[]): Promise<void> {
  await openTodo(flow.db, {
    companyId: flow.applicant.companyId,
    memberIds,
    kind: 'approval.decide',
    businessType: flow.businessType,
    businessId: flow.id,
    title: flow.name,
    link: processLink(flow.id),
    now: flow.now,
  })
}

/** Everybody's where nobody is named. */
export async function closeDecisions(flow: Flow, memberIds?: readonly string[]): Promise<void> {
  if (memberIds?.length === 0) return
  const todo = { companyId: flow.applicant.companyId, kind: 'approval.decide', businessId: flow.id, now: flow.now }
  await closeTodo(flow.db, memberIds ? { ...todo, memberIds } : todo)
}

/** Told to who has become a decider, and taken from who is none any more. */
export async function tellDeciders(flow: Flow, before: readonly string[]): Promise<void> {
  const after = await deciders(flow)
  const gone = before.filter((id) => !after.includes(id))
  // With the last decider go those, too, who stood in for one until a moment ago.
  await closeDecisions(flow, after.length === 0 ? undefined : gone)
  const added = after.filter((id) => !before.includes(id))
  if (added.length === 0) return
  await openDecisions(flow, added)
  await tell(flow, 'approval.waiting', added)
}

/** The applicant sees the result (SYSTEM-194); a refused one may be revised (SYSTEM-201). */
export async function tellApplicant(flow: Flow, opinion: string): Promise<void> {
  const { companyId, applicantId } = flow.applicant
  const types = { agreed: 'approval.agreed', refused: 'approval.refused', revising: 'approval.returned' } as const
  const type = types[flow.state as keyof typeof types]
  if (type) await tell(flow, type, [applicantId], opinion)
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

/** It was revised, or is given up. */
export async function closeRevision(flow: Flow): Promise<void> {
  const { companyId } = flow.applicant
  await closeTodo(flow.db, { companyId, kind: 'approval.revise', businessId: flow.businessId, now: flow.now })
}
