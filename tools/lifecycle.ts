import { watchStarters } from '#tools/starters.ts'

/** How a command of several processes ends: once, in order, whatever asked for it. */
export type Lifecycle = {
  readonly isEnding: boolean
  /** Registers what must be ended; the last registered ends first. `now` is called when the user insists. */
  onEnd(end: () => Promise<void>, now?: () => void): void
  /** Ends everything, then the process. */
  end(exitCode: number): Promise<void>
}

/** Ctrl-C reaches us more than once (from the terminal, from npm, from the starting process): that is not insisting. */
const insistAfterMilliseconds = 1500
const watchMilliseconds = 250

/** Ends on SIGINT, SIGTERM, SIGHUP and when those who started us are gone. */
export function createLifecycle(log: (line: string) => void): Lifecycle {
  const steps: { end: () => Promise<void>; now: (() => void) | undefined }[] = []
  let endingSince = 0

  const end = async (exitCode: number): Promise<void> => {
    if (endingSince > 0) {
      if (Date.now() - endingSince > insistAfterMilliseconds) for (const step of steps) step.now?.()
      return
    }
    endingSince = Date.now()
    for (const step of steps.toReversed()) {
      try {
        await step.end()
      } catch (error) {
        log(`While ending: ${String(error)}`)
        exitCode ||= 1
      }
    }
    process.exit(exitCode)
  }
  const endOnRequest = () => void end(0)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endOnRequest)
  process.on('disconnect', endOnRequest)
  if (process.connected === false) endOnRequest()
  const areStartersGone = watchStarters()
  setInterval(() => {
    if (endingSince === 0 && areStartersGone()) endOnRequest()
  }, watchMilliseconds).unref()
  // A closed terminal must not keep the rest from ending in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return {
    get isEnding() {
      return endingSince > 0 || areStartersGone()
    },
    onEnd: (step, now) => steps.push({ end: step, now }),
    end,
  }
}
