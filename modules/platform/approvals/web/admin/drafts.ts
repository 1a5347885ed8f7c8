/** The steps in the designer. Each has a key, so that a moved card stays open. */
import type { Output } from '#kit/contract.ts'
import type { ChosenMember } from '#modules/platform/identity/web.tsx'
import type { Person, StepDraft } from '../../contract/shapes.ts'
import type { approvals } from '../../contract.ts'

export type Effective = Output<typeof approvals.templateAt>
type TemplateStep = NonNullable<Effective['template']>['steps'][number]

export interface Draft extends Omit<StepDraft, 'memberIds'> {
  readonly key: string
  readonly members: readonly ChosenMember[]
}

let made = 0
const nextKey = () => {
  made += 1
  return `step-${made}`
}

export function draftOf(step: TemplateStep): Draft {
  const { memberIds: _, members, ...rest } = step
  return { ...rest, key: nextKey(), members: members.map(({ id, fullName }: Person) => ({ id, fullName })) }
}

export function newDraft(name: string): Draft {
  return {
    key: nextKey(),
    name,
    who: 'role',
    role: 'approver',
    level: 1,
    members: [],
    mode: 'any',
    whenNobody: 'administrator',
    remindAfterHours: 24,
    timeoutHours: null,
    onTimeout: 'escalate',
  }
}

export function stepOf({ key: _, members, ...draft }: Draft): StepDraft {
  const { who } = draft
  return {
    ...draft,
    name: draft.name.trim(),
    role: who === 'role' ? (draft.role ?? null) : null,
    level: who === 'superior' ? (draft.level ?? null) : null,
    memberIds: who === 'members' ? members.map((member) => member.id) : [],
  }
}

/** The text key of the step's error; undefined if it can be saved. */
export function problemOf(draft: Draft): string | undefined {
  if (draft.name.trim() === '') return 'admin.nameNeeded'
  if (draft.who === 'members' && draft.members.length === 0) return 'admin.chooseMembers'
  const { remindAfterHours: remind, timeoutHours: timeout } = draft
  return remind && timeout && remind >= timeout ? 'admin.wrongTimeout' : undefined
}

export function sameSteps(one: readonly Draft[], other: readonly Draft[]): boolean {
  return JSON.stringify(one.map(stepOf)) === JSON.stringify(other.map(stepOf))
}
