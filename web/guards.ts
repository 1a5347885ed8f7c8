/** Runs what has to be loaded or checked before a screen opens. */
import type { Guard, GuardTarget } from './module.ts'

const done = new Set<Guard>()
const running = new Map<Guard, Promise<string | undefined>>()

function enterOnce(guard: Guard, target: GuardTarget): Promise<string | undefined> {
  const before = running.get(guard)
  if (before) return before
  const entering = guard
    .enter(target)
    .then((redirect) => {
      done.add(guard)
      return redirect
    })
    .finally(() => running.delete(guard))
  running.set(guard, entering)
  return entering
}

/** The guards that have to run before this screen opens. */
export function guardsDue(guards: readonly Guard[], target: GuardTarget): readonly Guard[] {
  return guards.filter((guard) => !(guard.once && done.has(guard)) && guard.appliesTo(target))
}

/** Another address to go to, where a guard says so. A guard that fails stops nobody (SHELL-033). */
export async function enterGuards(guards: readonly Guard[], target: GuardTarget): Promise<string | undefined> {
  const answers = await Promise.all(
    guardsDue(guards, target).map((guard) =>
      (guard.once ? enterOnce(guard, target) : guard.enter(target)).catch(() => undefined),
    ),
  )
  return answers.find((redirect) => redirect !== undefined)
}
