/** The shared state of the live screens (LIVE-043): kept while one of them is open, reset when the last one closes. */
import { createStore } from '#web/store.ts'
import type { Live } from '../contract/shapes.ts'
import type { Supplier } from '../contract/states.ts'
import type { FormMode } from './form/values.ts'

interface LiveState {
  readonly liveDetail: Live | undefined
  /** The caller's collection of the live session (LIVE-200); null without one. */
  readonly collectId: string | null
  /** Whether the caller has reserved the live session. */
  readonly appointmentStatus: boolean
  readonly mode: FormMode
  readonly supplier: Supplier
  readonly approvalSwitch: boolean
  /** The planned end has passed (LIVE-045). */
  readonly isOverTime: boolean
}

const atFirst: LiveState = {
  liveDetail: undefined,
  collectId: null,
  appointmentStatus: false,
  mode: 'detail',
  supplier: 3,
  approvalSwitch: false,
  isOverTime: false,
}

export const liveState = createStore<LiveState>(atFirst)

let openScreens = 0

/** Called by each live screen when it opens; the answered function is called when it closes (LIVE-044). */
export function enterLiveScreen(): () => void {
  openScreens += 1
  let left = false
  return () => {
    if (left) return
    left = true
    openScreens -= 1
    // Between two live screens the first closes before the second opens.
    setTimeout(() => openScreens === 0 && liveState.set(atFirst), 0)
  }
}
