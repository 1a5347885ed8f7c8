/** The reporting of the playbacks of courses. */
import { fillPath } from '#kit/contract.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { createReporting } from '#modules/content/playback/web.tsx'
import { COURSE_TAKEN_DOWN, FASTER_THAN_CLOCK, PLAYBACK_TAKEN_OVER } from '../../contract/errors.ts'
import type { HeartbeatAnswer } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'

export const courseReporting = createReporting<HeartbeatAnswer>({
  name: 'playback',
  codes: {
    tooFast: FASTER_THAN_CLOCK.code,
    takenOver: PLAYBACK_TAKEN_OVER.code,
    takenDown: COURSE_TAKEN_DOWN.code,
    notBought: NOT_BOUGHT.code,
  },
  path: (id) => fillPath(courses.heartbeat.path, { id }),
  body: (heartbeat) => heartbeat,
})
