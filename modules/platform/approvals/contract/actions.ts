/**
 * The permitted actions by role and state of an application. The server's refusals and the screen's buttons use this
 * table.
 */

/** `running`: a decision is pending. `revising`: returned to the applicant. The other states are final. */
export const processStates = ['running', 'revising', 'agreed', 'refused', 'withdrawn'] as const
export type ProcessState = (typeof processStates)[number]

/** `decider`: the member may decide an open task. `administrator`: the member manages approvals in the organization. */
export type Part = 'applicant' | 'decider' | 'administrator'

export const processActions = [
  'agree',
  'refuse',
  'return',
  'add-signer',
  'hand-over',
  'revise',
  'resubmit',
  'remind',
  'withdraw',
  'assign',
] as const
export type ProcessAction = (typeof processActions)[number]

interface Rule {
  readonly by: Part
  readonly states: readonly ProcessState[]
}

const rules: Readonly<Record<ProcessAction, Rule>> = {
  agree: { by: 'decider', states: ['running'] },
  refuse: { by: 'decider', states: ['running'] },
  return: { by: 'decider', states: ['running'] },
  'add-signer': { by: 'decider', states: ['running'] },
  'hand-over': { by: 'decider', states: ['running'] },
  // Leads to the object, from which a refused application can be submitted again (SYSTEM-201).
  revise: { by: 'applicant', states: ['revising', 'refused', 'withdrawn'] },
  resubmit: { by: 'applicant', states: ['revising'] },
  remind: { by: 'applicant', states: ['running'] },
  withdraw: { by: 'applicant', states: ['running', 'revising'] },
  assign: { by: 'administrator', states: ['running'] },
}

/** Map approval-result with the pending state: 0 refused, 1 agreed, 2 withdrawn, 4 approving (SYSTEM-205). */
export function stateOf(process: { readonly result: number; readonly revising: boolean }): ProcessState {
  if (process.result === 4) return process.revising ? 'revising' : 'running'
  return ({ 0: 'refused', 1: 'agreed', 2: 'withdrawn' } as const)[process.result as 0 | 1 | 2]
}

export function partOf(action: ProcessAction): Part {
  return rules[action].by
}

export function isPossible(action: ProcessAction, state: ProcessState): boolean {
  return rules[action].states.includes(state)
}

/** The current actions of a member with these roles, in the order of the buttons. */
export function actionsOf(state: ProcessState, parts: readonly Part[]): ProcessAction[] {
  return processActions.filter((action) => parts.includes(partOf(action)) && isPossible(action, state))
}
