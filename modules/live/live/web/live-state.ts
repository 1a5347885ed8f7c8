/** What the live screens know together (LIVE-043): kept while one of them is open, forgotten when the last is left. */
import { createStore } from '#web/store.ts'
import type { Live } from '../contract/shapes.ts'
import type { Supplier } from '../contract/states.ts'
import type { FormMode } from './form/values.ts'

interface LiveState {
  readonly liveDetail: Live | undefined
  /** The caller's collection of the live (LIVE-200); null where there is none. */
  readonly collectId: string | null
  /** Whether the caller has reserved the live. */
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

/** Said by each live screen when it opens; what it answers is called when it closes (LIVE-044). */
export function enterLiveScreen(): () => void {
  openScreens += 1
  let left = false
  return () => {
    if (left) return
    left = true
    openScreens -= 1
    // From one live screen to the next the first closes before the second opens.
    setTimeout(() => openScreens === 0 && liveState.set(atFirst), 0)
  }
}
