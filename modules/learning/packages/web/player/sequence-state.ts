/**
 * Where a learner stands in a sequence whose player went away without a word (a browser that was killed): scorm-again calls it
 * running, and lets nothing begin. As one that was suspended there it goes on.
 */
interface ActivityState {
  readonly isActive: boolean
  readonly children?: readonly ActivityState[]
}

interface SavedState {
  readonly sequencing?: { readonly currentActivity: string | null }
  readonly suspensionState?: {
    readonly activityTree: ActivityState
    readonly currentActivityId: string | null
  }
}

function suspended(activity: ActivityState): ActivityState {
  const children = activity.children?.map(suspended) ?? []
  return { ...activity, ...(activity.isActive && { isActive: false, isSuspended: true }), children }
}

export function asSuspended(saved: string): string {
  const state = JSON.parse(saved) as SavedState
  const { sequencing, suspensionState } = state
  const currentId = suspensionState?.currentActivityId ?? sequencing?.currentActivity ?? null
  if (currentId === null || !suspensionState) return saved
  const activityTree = suspended(suspensionState.activityTree)
  return JSON.stringify({
    ...state,
    currentActivityId: null,
    sequencing: { ...sequencing, currentActivity: null, suspendedActivity: currentId },
    suspensionState: { ...suspensionState, activityTree, currentActivityId: null, suspendedActivityId: currentId },
  })
}
