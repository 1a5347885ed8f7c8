import { useEffect } from 'react'
import { outdate } from '#web/api/query.ts'
import { useSession } from '#web/session.ts'
import { courses } from '../../contract.ts'
import { courseReporting } from './course-reporting.ts'

/** What was studied while the server was away reaches it with the next screen that shows progress. */
export function useLeftovers(): void {
  const memberId = useSession().user?.id
  useEffect(() => {
    if (memberId === undefined) return
    const deliver = async () => {
      if ((await courseReporting.deliverLeftovers(memberId)) === 'delivered') outdate(courses.courseDetail)
    }
    void deliver()
  }, [memberId])
}
