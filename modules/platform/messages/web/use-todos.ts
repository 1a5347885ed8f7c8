/**
 * What the member has to do, for any screen: the home, the personal center, the badge. The stream of events keeps it current.
 * What somebody else's act changes without an event (a reviewer takes a proof that waited for several) is seen when the member
 * comes back to the window.
 */
import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { messages, type Stage } from '../contract.ts'

/**
 * The first open to-dos of all modules: the overdue ones first, then by due date, at last those without one. `recordCount`
 * says how many there are in all. `stage` chooses: `over` is what is overdue.
 */
export function useTodos({ shown, stage }: { readonly shown: number; readonly stage?: Stage }) {
  return useQuery({
    ...q(messages.findMyUnfinished, { query: { pageSize: shown, stage } }, { quiet: true }),
    refetchOnWindowFocus: true,
  })
}

/** How many to-dos are open: `count`, of them `overdueCount`, and `kinds` with their labels. */
export function useTodoCounts() {
  return useQuery({ ...q(messages.findUnfinishedRemindCount, {}, { quiet: true }), refetchOnWindowFocus: true })
}
