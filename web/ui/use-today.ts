import { useSession } from '../session.ts'
import { dayIn } from './date.ts'

/** Today where the company is, as `2026-11-28`, wherever the browser is. */
export function useToday(): string {
  const { user } = useSession()
  return dayIn(Date.now(), user?.timeZone)
}
