/** The first call runs at once; those that follow soon run together, once. */
export function inIntervals(work: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const run = () => {
    if (timer) {
      again = true
      return
    }
    work()
    timer = setTimeout(() => {
      timer = undefined
      if (again) run()
      again = false
    }, ms)
  }
  return run
}
