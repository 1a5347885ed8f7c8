/** Renders that scrolling or a stream asks for happen at most this often (SHELL-112). */
const RENDER_THROTTLE_MS = 800
/** A search waits this long for the next key (SHELL-113). */
export const SEARCH_DEBOUNCE_MS = 300

interface Delayed<A extends unknown[]> {
  (...given: A): void
  /** Drops what still waits. */
  cancel(): void
}

/** Runs at once, then at most once in `ms`; what came meanwhile runs once at the end with the last arguments. */
export function throttle<A extends unknown[]>(work: (...given: A) => void, ms = RENDER_THROTTLE_MS): Delayed<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: A | undefined
  const rest = () => {
    timer = undefined
    if (!waiting) return
    const given = waiting
    waiting = undefined
    run(given)
  }
  const run = (given: A) => {
    timer = setTimeout(rest, ms)
    work(...given)
  }
  const throttled = (...given: A) => {
    if (timer === undefined) run(given)
    else waiting = given
  }
  return Object.assign(throttled, {
    cancel() {
      clearTimeout(timer)
      timer = undefined
      waiting = undefined
    },
  })
}

/** Runs once, `ms` after the last call. */
export function debounce<A extends unknown[]>(work: (...given: A) => void, ms = SEARCH_DEBOUNCE_MS): Delayed<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const debounced = (...given: A) => {
    clearTimeout(timer)
    timer = setTimeout(() => work(...given), ms)
  }
  return Object.assign(debounced, { cancel: () => clearTimeout(timer) })
}
