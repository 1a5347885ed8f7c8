/** Whether the examinee looks at something else than the exam, and for how long. It reports what was seen, without a verdict. */

/** `hidden`: another tab, or the window is minimized. `blur`: another window is in front. */
type LeaveKind = 'hidden' | 'blur'

export interface SeenLeave {
  readonly kind: LeaveKind
  /** The server's time. */
  readonly startedAt: number
  readonly ms: number
  /** The network was away at some moment of it: nobody knows what the examinee did about that. */
  readonly isOffline: boolean
}

interface LeaveSigns {
  readonly isHidden: boolean
  readonly isFocused: boolean
  readonly isOnline: boolean
}

/**
 * Fed with the signs of the browser whenever one changes. A leave is reported when it has ended; where another window comes in front
 * and hides this one then, it is one leave of the graver kind. While the exam itself has opened something, such as a choice of
 * files (`pause`), looking there is no leave.
 */
export class LeaveWatch {
  readonly #now: () => number
  readonly #report: (leave: SeenLeave) => void
  #open: { kind: LeaveKind; startedAt: number; isOffline: boolean } | undefined
  #isPaused = false

  constructor(now: () => number, report: (leave: SeenLeave) => void) {
    this.#now = now
    this.#report = report
  }

  /** The exam opens something that takes the focus; the pause ends when the focus is back. */
  pause(): void {
    this.#isPaused = true
  }

  see({ isHidden, isFocused, isOnline }: LeaveSigns): void {
    const kind = isHidden ? 'hidden' : isFocused ? undefined : 'blur'
    if (kind === undefined) {
      this.#isPaused = false
      this.#end()
      return
    }
    if (this.#isPaused) return
    this.#open ??= { kind, startedAt: this.#now(), isOffline: false }
    if (kind === 'hidden') this.#open.kind = kind
    if (!isOnline) this.#open.isOffline = true
  }

  #end(): void {
    if (!this.#open) return
    const { startedAt, ...rest } = this.#open
    this.#open = undefined
    this.#report({ ...rest, startedAt, ms: Math.max(0, Math.round(this.#now() - startedAt)) })
  }
}
